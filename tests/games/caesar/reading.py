"""The game for two read plainly from the clauses, one turn as one story; it shares no line with the rules it judges.

A referee follows a game move by move. It works out what is allowed and what lies on the table afterwards; only what
chance brings (tokens drawn, a token poisoned, a bonus of the bank) is taken from what was told.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from quadriga import State

from .table import BOARD, BORDERS_OF, CENTURIONS, CHECKPOINTS, ENDS, SIDES

Turn = Generator[set[str], str, None]
USE, DECLINE = "use the bonus", "decline the bonus"


class Over(Exception):
    """The game has ended."""


class Referee:
    """A reader who follows a game from its start."""

    def __init__(self, state: State) -> None:
        start = state.position()
        self.bonuses = dict(start["bonuses"])
        self.bank = list(start.get("bank", ()))
        self.has_bank = "bank" in start
        self.supply = {side: sorted(start[side]["supply"]) for side in SIDES}
        self.bag = {side: sorted(start[side]["bag"]) for side in SIDES}
        self.stock = {side: list(start[side].get("centurions", ())) for side in SIDES}
        self.left = dict.fromkeys(SIDES, 12)
        self.senate = dict.fromkeys(SIDES, 0)
        self.under = dict.fromkeys(SIDES, 0)
        self.tokens: dict[str, tuple[str, str, tuple[int, int]]] = {}
        self.down: set[str] = set()
        self.closed: dict[str, dict[str, int]] = {}
        """Sums of the provinces that are closed, as they were."""
        self.control: dict[str, str] = {}
        self.on_province: dict[str, int] = {}
        self.turned_on_province: dict[str, int] = {}
        self.covered: dict[str, str] = {}
        self.turned_covers: set[str] = set()
        self.winner: str | None = None
        self.told: list[Any] = []
        self.story = self.game()
        self.legal = next(self.story)

    def play(self, text: str, events: Any) -> None:
        """Follow one move."""
        self.told = list(events)
        try:
            self.legal = self.story.send(text)
        except Over:
            self.legal = set()

    def chance(self, kind: str) -> dict[str, Any]:
        """Take from what was told what chance brought next."""
        while self.told[0].kind != kind or not self.told[0].data:
            self.told.pop(0)
        return self.told.pop(0).data

    def game(self) -> Turn:
        self.me, self.other = SIDES
        while True:
            yield from self.turn()
            if not self.again:
                self.me, self.other = self.other, self.me

    def turn(self) -> Turn:
        self.again = self.centurion = False
        options = self.placements()
        if not options:
            self.winner = self.other
            raise Over
        text = yield set(options)
        token, border, numbers = options[text]
        self.supply[self.me].remove(token)
        self.tokens[border] = (self.me, token, numbers or (0, 0))
        if numbers is None:
            self.down.add(border)
            if self.bank and (yield {"draw from the bank", "leave the bank"}) == "draw from the bank":
                bonus = self.chance("bank")["bonus"]
                self.bank.remove(bonus)
                if bonus == "senate":
                    self.senate[self.me] += 1
                else:
                    yield from self.offer(bonus)
        filled = [p for p in ENDS[border] if all(space in self.tokens for space in BORDERS_OF[p])]
        for province in filled:
            self.closed[province] = {side: self.influence(side, province) for side in SIDES}
        if len(filled) == 2 and (yield {f"close {p} first" for p in filled}) == f"close {filled[1]} first":
            filled.reverse()
        waiting: list[str] = []
        for n, province in enumerate(filled):
            last = n == len(filled) - 1
            bonus = self.bonuses.pop(province)
            self.senate[self.me] += bonus == "senate"
            winner = self.leader(province)
            if winner:
                self.control[province] = winner
                self.on_province[province] = 0
                for _ in range(2 if province == "Italia" else 1):
                    self.on_province[province] += 1
                    self.spend(winner)
                due = self.borders_between(winner, province)
                if winner == self.other and not last and self.will_cover(filled[1]):
                    waiting, due = due, []
                self.cover(winner, due)
            if last:
                self.cover(self.other, waiting)
            if bonus == "senate":
                if winner == self.me:
                    for _ in range(self.senate[self.me]):
                        self.under[self.me] += 1
                        self.spend(self.me)
            else:
                yield from self.offer(bonus)
        if self.centurion and self.stock[self.me]:
            taken = (yield {f"take centurion {token}" for token in self.stock[self.me]}).removeprefix("take centurion ")
            self.stock[self.me].remove(taken)
            self.supply[self.me].append(taken)
        else:
            self.draw()

    def placements(self) -> dict[str, tuple[str, str, tuple[int, int] | None]]:
        found: dict[str, tuple[str, str, tuple[int, int] | None]] = {}
        for token in self.supply[self.me]:
            symbols, numbers = token.split(" ")
            high, low = (int(number) for number in numbers.split("/"))
            for border, symbol in BOARD.items():
                if border not in self.tokens and (symbols == "wild" or symbol in symbols.split("-")):
                    a, b = ENDS[border]
                    found[f"{symbols} {high} {a} {low} {b}"] = (token, border, (high, low))
                    if high != low:
                        found[f"{symbols} {high} {b} {low} {a}"] = (token, border, (low, high))
                    if self.has_bank and border in CHECKPOINTS:
                        found[f"{token} face down {border}"] = (token, border, None)
        return found

    def influence(self, side: str, province: str) -> int:
        return sum(
            self.tokens[border][2][ENDS[border].index(province)]
            for border in BORDERS_OF[province]
            if border in self.tokens and border not in self.down and self.tokens[border][0] == side
        )

    def leader(self, province: str) -> str | None:
        sums = self.closed[province]
        return None if sums["caesar"] == sums["pompey"] else max(SIDES, key=lambda side: sums[side])

    def borders_between(self, side: str, province: str) -> list[str]:
        """List the borders to other provinces of a side where no control token lies face down."""
        found = []
        for border in BORDERS_OF[province]:
            (beyond,) = (end for end in ENDS[border] if end != province)
            if self.control.get(beyond) == side and not self.turned_on_province.get(beyond):
                found.append(border)
        return found

    def will_cover(self, province: str) -> bool:
        """Tell whether the active player gains a province, then still has control tokens, and borders for them."""
        needed = 2 if province == "Italia" else 1
        mine = self.leader(province) == self.me and self.left[self.me] > needed
        return mine and bool(self.borders_between(self.me, province))

    def cover(self, side: str, borders: list[str]) -> None:
        for border in borders:
            self.covered[border] = side
            self.spend(side)

    def spend(self, side: str) -> None:
        self.left[side] -= 1
        if not self.left[side]:
            self.winner = side
            raise Over

    def draw(self) -> None:
        if self.bag[self.me]:
            token = self.chance("drew")["token"]
            self.bag[self.me].remove(token)
            self.supply[self.me].append(token)

    def targets(self) -> set[str]:
        found = {
            border
            for border, (owner, _, _) in self.tokens.items()
            if owner == self.other and border not in self.down and border not in self.covered
        }
        found |= {b for b, side in self.covered.items() if side == self.other and b not in self.turned_covers}
        found |= {
            province
            for province, side in self.control.items()
            if side == self.other and self.turned_on_province.get(province, 0) < self.on_province[province]
        }
        return {f"might on {name}" for name in found}

    def offer(self, bonus: str) -> Turn:
        usable = {
            "tactics": not self.again,
            "wealth": bool(self.bag[self.me]),
            "might": bool(self.targets()),
            "poison": bool(self.supply[self.other]),
            "centurion": not self.centurion and bool(self.stock[self.me]),
        }
        if not usable[bonus]:
            return
        chosen = yield self.targets() | {DECLINE} if bonus == "might" else {USE, DECLINE}
        if chosen == DECLINE:
            return
        if bonus == "tactics":
            self.again = True
        elif bonus == "wealth":
            self.draw()
        elif bonus == "centurion":
            self.centurion = True
        elif bonus == "poison":
            token = self.chance("poison")["token"]
            self.supply[self.other].remove(token)
            self.bag[self.other].append(token)
        else:
            self.turn_face_down(chosen.removeprefix("might on "))

    def turn_face_down(self, place: str) -> None:
        if place not in BOARD:
            self.turned_on_province[place] = self.turned_on_province.get(place, 0) + 1
        elif place in self.covered:
            self.turned_covers.add(place)
        else:
            self.down.add(place)

    def agree(self, state: State) -> None:
        """Assert that a state says the same as the referee."""
        position = state.position()
        assert {move.text for move in state.legal} == self.legal
        assert position.get("winner") == self.winner
        assert set(position["borders"]) == set(self.tokens)
        for border, text in position["borders"].items():
            side, token, numbers = self.tokens[border]
            symbols, printed = token.split(" ")
            shown = text.strip("()").split(" ")
            assert text.startswith("(") == (border in self.down)
            assert shown[:2] == [side, symbols]
            if numbers != (0, 0):
                assert shown[2] == "/".join(map(str, numbers))
            else:
                assert sorted(shown[2]) == sorted(printed)
        shown = {b: f"({side})" if b in self.turned_covers else side for b, side in self.covered.items()}
        assert position["border_control_tokens"] == shown
        assert position["control"] == self.control
        assert position.get("control_face_down", {}) == self.turned_on_province
        if not self.winner:
            assert position["bonuses"] == self.bonuses
            assert position["active"] == self.me
            assert bool(position.get("extra_turn")) == self.again
        for side in SIDES:
            part = position[side]
            assert part["control_tokens"] == self.left[side]
            assert part["senate"] == self.senate[side]
            assert part["under_senate"] == self.under[side]
            assert sorted(part["supply"]) == sorted(self.supply[side])
            assert sorted(part["bag"]) == sorted(self.bag[side])
            assert part.get("centurions", []) == [token for token in CENTURIONS if token in self.stock[side]]
        assert sorted(position.get("bank", ())) == sorted(self.bank)
        view = state.view(None)
        for province, shown in view["provinces"].items():
            sums = self.closed.get(province) or {side: self.influence(side, province) for side in SIDES}
            assert shown["influence"] == sums
            assert shown["control_tokens"] == self.on_province.get(province, 0)
            assert shown["spaces_left"] == sum(border not in self.tokens for border in BORDERS_OF[province])
