"""boardgame.io: its lobby over HTTP, and its matches over socket.io (engine.io 4) on a plain WebSocket.

The messages are those of boardgame.io's own client: `sync` on entering, `update` with a move and the state's number,
and `update` (the whole state) or `patch` (what changed) back. Its client would begin by polling and then upgrade; this
one begins with the WebSocket, which is less work for the server.
"""

from __future__ import annotations

import atexit
import json
import random
import subprocess
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import orjson

from .processes import program
from .requests import Requests
from .seats import Seat, Table

GAME = "caesar-cleopatra"
FOLDER = Path(__file__).parents[1] / "boardgameio"
SIDES = ("cleopatra", "caesar")
GROUPS = ("praetors", "quaestors", "aediles", "consuls", "censors")
SIDE_LIMIT = 5
HAND = 6
CONNECT = f"40/{GAME},".encode()
EVENT = f"42/{GAME},".encode()

Choice = tuple[str, list[Any]]


class BoardgameIoSeat(Seat):
    """Speak socket.io."""

    def __init__(self, table: Table, number: int, credentials: str) -> None:
        super().__init__(table, number)
        self.credentials = credentials
        self.state: dict[str, Any] = {}
        self.logged = 0

    def hear(self, payload: bytes, now: float) -> None:
        """Answer the protocol's own messages and follow the match."""
        assert self.socket is not None
        if payload.startswith(EVENT):
            name, *rest = orjson.loads(payload[len(EVENT) :])
            if name == "update":
                self.follow(rest[1]["_stateID"] - 1, rest[1], rest[2], now)
            elif name == "patch":
                if rest[2] == rest[1]:
                    self.table.tally.wrong["refused"] += 1
                else:
                    patch(self.state, rest[3])
                    self.follow(rest[1], self.state, rest[4], now)
            elif name == "sync":
                self.sync(rest[1])
        elif payload == b"2":
            self.socket.send(1, b"3")
        elif payload.startswith(b"0"):
            self.socket.send(1, CONNECT)
        elif payload.startswith(CONNECT):
            self.socket.send(1, self.event("sync", self.table.ident, str(self.number), self.credentials, 2))
        else:
            self.table.tally.wrong["messages not understood"] += 1

    def event(self, *parts: Any) -> bytes:
        """Write an event of socket.io."""
        return EVENT + orjson.dumps(parts)

    def sync(self, info: dict[str, Any]) -> None:
        """Take the whole match as the server has it."""
        self.state = info["state"]
        self.version = self.state["_stateID"]
        self.logged = sum(entry["action"]["type"] == "MAKE_MOVE" for entry in info.get("log") or ())
        if not self.welcome.done():
            self.welcome.set_result(None)

    def follow(self, before: int, state: dict[str, Any], log: list[dict[str, Any]], now: float) -> None:
        """Note the moves that a message shows, and answer if it is this seat's turn."""
        if state["_stateID"] == self.version and not log:
            self.table.tally.wrong["refused"] += 1
            return
        self.advance(before, state["_stateID"])
        self.state = state
        for entry in log:
            if entry["action"]["type"] == "MAKE_MOVE":
                self.table.shown(int(entry["action"]["payload"]["playerID"]), self.number, now)
        self.consider()

    def consider(self) -> None:
        """See whether there is something to do."""
        ctx = self.state["ctx"]
        if ctx.get("gameover") is not None:
            self.table.ended(self.number)
        elif ctx["activePlayers"]:
            if str(self.number) in ctx["activePlayers"]:
                self.my_turn()
        elif ctx["currentPlayer"] == str(self.number):
            self.my_turn()

    def choose(self, rng: random.Random) -> Choice:
        """Choose a move that the state allows."""
        return choose(self.state["G"], self.number, rng)

    def write(self, choice: Choice) -> bytes:
        """Write a move as boardgame.io's client does."""
        move, args = choice
        player = str(self.number)
        payload = {"type": move, "args": args, "playerID": player, "credentials": self.credentials}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return self.event("update", action, self.version, self.table.ident, player)


def patch(document: Any, operations: list[dict[str, Any]]) -> None:
    """Apply a JSON patch of `add`, `remove` and `replace`, in place."""
    for operation in operations:
        *path, last = [part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")[1:]]
        target = document
        for part in path:
            target = target[int(part) if isinstance(target, list) else part]
        if isinstance(target, list):
            at = len(target) if last == "-" else int(last)
            if operation["op"] == "add":
                target.insert(at, operation["value"])
            elif operation["op"] == "remove":
                del target[at]
            else:
                target[at] = operation["value"]
        elif operation["op"] == "remove":
            del target[last]
        else:
            target[last] = operation["value"]


def choose(game: dict[str, Any], number: int, rng: random.Random) -> Choice:
    """Choose among the moves that benchmarks/boardgameio/game.js would accept."""
    stage = game["stage"]
    own, other = game["sides"][SIDES[number]], game["sides"][SIDES[1 - number]]
    hand = own["hand"]
    if stage == "opening":
        spare = [card for card in "12345" if hand["influence"].count(card) == 2]
        return "place", [rng.choice(spare), GROUPS[game["cursor"]], False]
    if stage == "veto":
        return "answer", [rng.choice(("veto", "allow") if "veto" in hand["actions"] else ("allow",))]
    if stage == "keep":
        return "keep", [rng.choice(own["missions"])]
    if stage == "refill":
        kinds = [kind for kind in ("influence", "actions") if own["pile"][kind] > 0]
        if not hand["influence"] and own["pile"]["influence"] > 0 and len(hand["actions"]) == HAND - 1:
            kinds = ["influence"]
        return "draw", [rng.choice(kinds)]
    moves: list[Choice] = []
    if stage != "after":
        cards = sorted(set(hand["influence"]))
        room = [g for g in GROUPS if game["patricians"][g] > 0 and len(own["table"][g]) < SIDE_LIMIT]
        ways = (False, True) if stage == "turn" else (not game["firstUp"],)
        moves += [("place", [card, group, up]) for up in ways for card in cards for group in room]
    if stage != "turn" or not moves:
        moves.append(("done", []))
    if stage != "second" and not game["acted"]:
        moves += [
            ("act", target) for kind in sorted(set(hand["actions"])) for target in targets(game, own, other, kind)
        ]
    return rng.choice(moves)


def targets(game: dict[str, Any], own: dict[str, Any], other: dict[str, Any], kind: str) -> list[list[Any]]:
    """List what an action card may be played at."""
    groups = [group for group in GROUPS if game["patricians"][group] > 0]
    theirs, mine = other["table"], own["table"]
    if kind == "assassination":
        return [[kind, group, at] for group in groups for at in range(len(theirs[group]))]
    if kind == "scout":
        return [[kind, group] for group in groups if any(not laid["up"] for laid in theirs[group])]
    if kind == "wrath":
        return [[kind, group] for group in groups if theirs[group] or mine[group]]
    if kind == "castling":
        pairs = [(a, b) for i, a in enumerate(groups) for b in groups[i + 1 :]]
        return [[kind, a, b] for a, b in pairs if mine[a] or mine[b]]
    return []


class BoardgameIo:
    """Seat players at boardgame.io's server."""

    title = "boardgame.io"
    storage = "storage in memory"
    ready_path = "/games"
    environment = {"NODE_ENV": "production"}  # noqa: RUF012
    folder = FOLDER

    def __init__(self, requests: Requests) -> None:
        self.requests = requests

    @staticmethod
    def prepare() -> None:
        """Install boardgame.io beside our game, once."""
        if not all(
            (FOLDER / "node_modules" / name).is_dir() for name in ("boardgame.io", "bgio-storage-cache", "node-persist")
        ):
            install = [program("npm"), "install", "--no-package-lock", "--no-audit", "--no-fund"]
            subprocess.run(install, cwd=FOLDER, check=True, timeout=600, stdout=subprocess.DEVNULL)

    @staticmethod
    def command(port: int) -> list[str]:
        """Write the command that starts the server."""
        return [program("node"), "server.js", str(port)]

    @classmethod
    def version(cls) -> str:
        """Name what was measured."""
        package = json.loads((FOLDER / "node_modules" / "boardgame.io" / "package.json").read_text(encoding="utf-8"))
        node = subprocess.run([program("node"), "--version"], capture_output=True, text=True, check=True, timeout=30)
        return f"boardgame.io {package['version']}, Node.js {node.stdout.strip().lstrip('v')}, {cls.storage}"

    async def seat(self, table: Table, slot: int) -> None:
        """Create a match, join both players and open their sockets."""
        made = await self.requests.ask("POST", f"/games/{GAME}/create", {"numPlayers": 2})
        table.ident = made["matchID"]
        for number in range(2):
            body = {"playerID": str(number), "playerName": f"{SIDES[number]} {slot}"}
            joined = await self.requests.ask("POST", f"/games/{GAME}/{table.ident}/join", body)
            seat = BoardgameIoSeat(table, number, joined["playerCredentials"])
            await seat.join(f":{self.requests.port}/socket.io/?EIO=4&transport=websocket")

    async def stored_moves(self, table: Table) -> int:
        """Ask the server how many moves it has stored."""
        seat = table.seats[0]
        assert isinstance(seat, BoardgameIoSeat)
        probe = Table(table.ident, table.tally, table.manner, table.told)
        checker = BoardgameIoSeat(probe, 0, seat.credentials)
        await checker.join(f":{self.requests.port}/socket.io/?EIO=4&transport=websocket")
        probe.close()
        return checker.logged


class BoardgameIoInFiles(BoardgameIo):
    """Seat players at boardgame.io's server with the storage in files that comes with it, and a cache before that."""

    title = "boardgame.io in files"
    storage = "storage in files (its FlatFile, read through bgio-storage-cache)"

    @staticmethod
    def command(port: int) -> list[str]:
        """Write the command that starts the server, with a folder that goes with this process."""
        folder = mkdtemp(prefix="boardgameio-")
        atexit.register(rmtree, folder, ignore_errors=True)
        return [*BoardgameIo.command(port), folder]
