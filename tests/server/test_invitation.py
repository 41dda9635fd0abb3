"""How others find the server: its addresses, the code in the terminal, and what the page is told."""

from __future__ import annotations

import io
import socket
from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import pytest
import segno
from starlette.requests import HTTPConnection

import quadriga.server.run
from quadriga.cli import main
from quadriga.errors import QuadrigaError
from quadriga.server import invitation
from quadriga.server.invitation import (
    HALVES,
    QUIET,
    address_here,
    addresses_for_others,
    base_for_others,
    drawn,
    own_addresses,
)
from quadriga.server.run import Where
from quadriga.server.settings import Settings

from .client import WAIT
from .running import Server, running
from .stories import good

LAN = "http://192.168.1.7:8420"
AT_HOME = Settings("sqlite://")
ON_LAN = Settings("sqlite://", addresses=(LAN, "http://10.0.0.5:8420"))


class Listening:
    """A socket that listens where a test says."""

    def __init__(self, *name: Any) -> None:
        self.name = name
        self.family = socket.AF_INET6 if ":" in name[0] else socket.AF_INET

    def getsockname(self) -> tuple[Any, ...]:
        return self.name


def test_only_this_machine_has_no_address_for_others() -> None:
    with socket.create_server(("127.0.0.1", 0)) as opened:
        assert address_here(opened) == f"http://localhost:{opened.getsockname()[1]}"
        assert addresses_for_others(opened) == ()


@pytest.mark.parametrize("everywhere", [("0.0.0.0", 8420), ("::", 8420, 0, 0)])
def test_who_listens_everywhere_is_found_at_every_address(
    monkeypatch: pytest.MonkeyPatch, everywhere: tuple[Any, ...]
) -> None:
    monkeypatch.setattr(invitation, "own_addresses", lambda: ["192.168.1.7", "10.0.0.5"])
    opened: Any = Listening(*everywhere)
    assert address_here(opened) == "http://localhost:8420"
    assert addresses_for_others(opened) == ON_LAN.addresses


@pytest.mark.parametrize(("host", "written"), [("192.168.1.7", LAN), ("2001:db8::7", "http://[2001:db8::7]:8420")])
def test_who_listens_at_one_address_is_found_there(host: str, written: str) -> None:
    opened: Any = Listening(host, 8420)
    assert address_here(opened) == written and addresses_for_others(opened) == (written,)


def test_own_addresses_are_of_use_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(*_: object) -> list[Any]:
        each = ("127.0.1.1", "169.254.3.4", "192.168.1.7", "192.168.1.7")
        return [(socket.AF_INET, 1, 6, "", (address, 0)) for address in each]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    addresses = own_addresses()
    assert "192.168.1.7" in addresses
    assert len(set(addresses)) == len(addresses) and not {"127.0.1.1", "169.254.3.4"} & set(addresses)


def test_a_machine_without_a_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> Any:
        raise OSError("no network")

    monkeypatch.setattr(socket, "socket", fails)
    monkeypatch.setattr(socket, "getaddrinfo", fails)
    assert own_addresses() == []


# --- in the terminal


def test_lan_listens_everywhere_and_else_here_only(monkeypatch: pytest.MonkeyPatch) -> None:
    hosts: list[str] = []

    def noted(settings: Settings, where: Where, **_: object) -> int:
        hosts.append(where.host)
        return 0

    monkeypatch.setattr(quadriga.server.run, "serve", noted)
    assert main(["serve", "--lan"]) == 0 and main(["serve"]) == 0 and main(["serve", "--host", "10.0.0.5"]) == 0
    assert hosts == ["0.0.0.0", "127.0.0.1", "10.0.0.5"]
    with pytest.raises(SystemExit) as stopped:
        main(["serve", "--lan", "--host", "10.0.0.5"])
    assert stopped.value.code == 2


def test_the_drawing_is_the_code() -> None:
    lines = drawn(LAN)
    assert len({len(line) for line in lines}) == 1
    light = [[bool(HALVES.index(sign) & half) for sign in line] for line in lines for half in (2, 1)]
    matrix = [list(map(bool, row)) for row in segno.make_qr(LAN, error="m").matrix]
    size = len(matrix)
    assert [[not each for each in row[QUIET : QUIET + size]] for row in light[QUIET : QUIET + size]] == matrix
    margin = [*light[:QUIET], *light[QUIET + size : 2 * QUIET + size]]
    assert all(map(all, margin)) and all(row[0] and row[-1] for row in light[: 2 * QUIET + size])


class Screen(io.StringIO):
    """What a terminal shows."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class OldScreen(Screen):
    """A terminal that cannot write blocks."""

    encoding = "cp1252"


def test_a_terminal_shows_the_addresses_and_the_code() -> None:
    said = "\n".join(invitation.invitation(ON_LAN.addresses, Screen()))
    assert LAN in said and "http://10.0.0.5:8420" in said
    assert all(line in said for line in drawn(LAN))


@pytest.mark.parametrize("out", [io.StringIO(), OldScreen()])
def test_elsewhere_the_addresses_are_enough(out: io.StringIO) -> None:
    assert invitation.invitation(ON_LAN.addresses, out) == [
        f"Others on your network find it at {LAN} or http://10.0.0.5:8420"
    ]
    assert invitation.invitation((), Screen()) == []


# --- for the page


def coming(**headers: str) -> HTTPConnection:
    listed = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "scheme": "http", "path": "/", "headers": listed, "server": ("x", 80)})


PROXIED = Settings("sqlite://", proxied=True, hosts=("quadriga.example",))
FORWARDED = {"x_forwarded_host": "quadriga.example", "x_forwarded_proto": "https"}
BASES: dict[str, tuple[Settings, Mapping[str, str], str | None]] = {
    "here only": (AT_HOME, {"host": "localhost:8420"}, None),
    "here only, by number": (AT_HOME, {"host": "[::1]:8420"}, None),
    "here, others too": (ON_LAN, {"host": "127.0.0.1:8420"}, LAN),
    "from elsewhere": (ON_LAN, {"host": "10.0.0.5:8420"}, "http://10.0.0.5:8420"),
    "an address that was set": (Settings("sqlite://", url="https://quadriga.example"), {"host": "localhost:1"},
                                "https://quadriga.example"),
    "a proxy that keeps the name": (PROXIED, {"host": "quadriga.example", "x_forwarded_proto": "https"},
                                    "https://quadriga.example"),
    "a proxy that changes the name": (PROXIED, {"host": "127.0.0.1:8420", **FORWARDED}, "https://quadriga.example"),
    "a proxy with a name that is not ours": (PROXIED, {"host": "127.0.0.1:8420", "x_forwarded_host": "evil.example"},
                                             None),
    "no proxy": (AT_HOME, {"host": "127.0.0.1:8420", **FORWARDED}, None),
}  # fmt: skip


@pytest.mark.parametrize(("settings", "headers", "base"), BASES.values(), ids=BASES)
def test_others_are_invited_to_where_they_can_come(
    settings: Settings, headers: Mapping[str, str], base: str | None
) -> None:
    assert base_for_others(coming(**headers), settings) == base


def test_the_address_that_is_set_is_an_address_and_its_name_is_ours() -> None:
    settings = Settings.from_environment({"QUADRIGA_URL": "https://quadriga.example:8443/", "QUADRIGA_HOSTS": "other"})
    assert settings.url == "https://quadriga.example:8443" and settings.hosts == ("other", "quadriga.example")
    assert (settings.site, Settings.from_environment({}).site) == (settings.url, None)
    for wrong in ("quadriga.example", "ftp://quadriga.example", "https://x@y", "https://quadriga.example/play"):
        with pytest.raises(QuadrigaError, match="QUADRIGA_URL"):
            Settings.from_environment({"QUADRIGA_URL": wrong})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(
        tmp_path_factory.mktemp("invited"), QUADRIGA_PROXIED="on", QUADRIGA_HOSTS="quadriga.example"
    ) as started:
        yield started


def test_a_server_of_this_machine_invites_nobody_but_through_its_proxy(server: Server) -> None:
    address = f"{server.url}/api/invitation"
    assert good(httpx.get(address, timeout=WAIT)) == {"base": None}
    through = {"x-forwarded-host": "quadriga.example", "x-forwarded-proto": "https"}
    answer = httpx.get(address, headers=through, timeout=WAIT)
    assert good(answer) == {"base": "https://quadriga.example"} and answer.headers["cache-control"] == "no-store"
