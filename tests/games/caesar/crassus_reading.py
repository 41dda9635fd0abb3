"""Where Crassus places, read plainly from ROME-Z9 to Z12 and ROME-Z15 to Z17: all options, and one filter after another.

It looks at what lies on the table and at the printed board alone: it shares no line with the rules that it judges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from quadriga.games.caesar.components import components

BOX = components()
SIDES = ("caesar", "pompey")
PROVINCES = tuple(province.name for province in BOX.provinces)
ENDS = {
    f"{PROVINCES[border.a]}-{PROVINCES[border.b]}": (PROVINCES[border.a], PROVINCES[border.b]) for border in BOX.borders
}
"""The two provinces of every border space, by its name."""
SYMBOL = {space: border.symbol for space, border in zip(ENDS, BOX.borders, strict=True)}
SPACES = {province: tuple(space for space in ENDS if province in ENDS[space]) for province in PROVINCES}
BEYOND = {(space, end): ends[1 - ends.index(end)] for space, ends in ENDS.items() for end in ends}
"""The province on the other side of a border space."""
NEIGHBOURS = {p: frozenset(BEYOND[space, p] for space in SPACES[p]) for p in PROVINCES}
CENTRAL = ("Sardinia", "Sicilia", "Italia", "Achaia", "Creta")
NEXT_TO_CENTRAL = frozenset(p for p in PROVINCES if any(central in NEIGHBOURS[p] for central in CENTRAL))


class Option(NamedTuple):
    """A token of the row, a free space, how it is turned and the province that it aims at (ROME-Z15)."""

    place: int
    """In the row, from the left."""
    space: str
    numbers: tuple[int, int]
    """Towards the two provinces of the space."""
    target: str
    value: int
    """The number that faces the target."""

    @property
    def placement(self) -> tuple[int, str, tuple[int, int]]:
        return self.place, self.space, self.numbers


class Narrowed(NamedTuple):
    """How many were equal, how many were left, and why."""

    count: int
    left: int
    reason: str


class Tie(NamedTuple):
    """How many were equal in the end, what decided, and what left fewer before."""

    count: int
    reason: str
    narrowed: tuple[Narrowed, ...]


class Decision(NamedTuple):
    """What Crassus may do, and every reason for it."""

    option: Option
    step: int
    figure: int
    """The deficit in step 3, the lead in step 4, else the number."""
    province_tie: Tie | None
    space_tie: Tie | None
    token_tie: Tie | None


class PassedOver(NamedTuple):
    """A border space that Crassus does not take, and what it would close for the player's victory (ROME-Z17)."""

    space: str
    closing: tuple[str, ...]


@cache
def ways(token: str) -> tuple[tuple[str, tuple[int, int]], ...]:
    """List the spaces that a token fits, with each way of turning it (ROME-T1, ROME-T2)."""
    symbols, numbers = token.split()
    high, low = map(int, numbers.split("/"))
    fitting = [space for space in ENDS if symbols == "wild" or SYMBOL[space] in symbols.split("-")]
    turns = [(high, low)] if high == low else [(high, low), (low, high)]
    return tuple((space, turn) for space in fitting for turn in turns)


def sum_of(token: str) -> int:
    return sum(map(int, token.split()[1].split("/")))


@dataclass
class Table:
    """What lies on the table when Crassus places."""

    crassus: str
    row: list[str]
    tokens: dict[str, tuple[str, tuple[int, int]]]
    """Whose token lies on a border space, and its numbers towards the two provinces: (0, 0) if it lies face down."""
    control: dict[str, str]
    face_down: set[str]
    """The provinces with a control token that lies face down."""
    bonus: dict[str, str]
    control_tokens: dict[str, int]
    senate: int
    """How many senate tokens Crassus has."""
    ruthless: bool

    @classmethod
    def of(cls, position: dict[str, Any], side: str, ruthless: bool = False) -> Table:
        """Lay out a position as `State.position()` writes it; the side is the player's."""
        crassus = other_side(side)
        tokens = {}
        for space, text in position["borders"].items():
            owner, _, numbers = text.strip("()").split()
            a, b = map(int, numbers.split("/"))
            tokens[space] = (owner, (0, 0) if text.startswith("(") else (a, b))
        return cls(
            crassus,
            position[crassus]["supply"],
            tokens,
            position["control"],
            set(position.get("control_face_down", ())),
            position["bonuses"],
            {name: position[name]["control_tokens"] for name in SIDES},
            position[crassus]["senate"],
            ruthless,
        )


def other_side(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def narrow(found: list[Any], criteria: list[tuple[str, Callable[[Any], Any]]]) -> tuple[list[Any], Tie | None]:
    """Let each criterion in turn leave those that meet it; one that nothing meets is skipped. Tell which decided."""
    if len(found) == 1:
        return found, None
    earlier: list[Narrowed] = []
    for name, meets in criteria:
        meeting = [one for one in found if meets(one)]
        if len(meeting) == 1:
            return meeting, Tie(len(found), name, tuple(earlier))
        if meeting and len(meeting) < len(found):
            earlier.append(Narrowed(len(found), len(meeting), name))
            found = meeting
    return found, Tie(len(found), "at random", tuple(earlier))


class Reading:
    """A reading of what Crassus does with his row as it lies."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.crassus = table.crassus
        self.player = other_side(table.crassus)
        self.sums = {self.crassus: dict.fromkeys(PROVINCES, 0), self.player: dict.fromkeys(PROVINCES, 0)}
        self.free = {p: len(SPACES[p]) for p in PROVINCES}
        for space, (owner, numbers) in table.tokens.items():
            for province, number in zip(ENDS[space], numbers, strict=True):
                self.sums[owner][province] += number
                self.free[province] -= 1
        self.next_to_his = {n for p, side in table.control.items() if side == self.crassus for n in NEIGHBOURS[p]}
        self.options = [
            Option(place, space, numbers, province, number)
            for place, token in enumerate(table.row)
            for space, numbers in ways(token)
            if space not in table.tokens
            for province, number in zip(ENDS[space], numbers, strict=True)
        ]

    # --- terms (ROME-Z15)

    def deficit(self, province: str) -> int:
        return self.sums[self.player][province] - self.sums[self.crassus][province]

    def closes(self, option: Option) -> bool:
        return self.free[option.target] == 1

    def gains(self, option: Option) -> bool:
        return self.closes(option) and self.deficit(option.target) - option.value <= 0

    # --- the seven steps (ROME-Z9, ROME-Z16)

    def decisions(self) -> list[Decision]:
        """List what Crassus may do: several where chance decides, none where no token fits."""
        if not self.options:
            return []
        gaining = [option for option in self.options if self.gains(option)]
        if gaining:
            return self.smallest(1, gaining)
        closing = [option for option in self.options if self.closes(option)]
        harmless = [option for option in closing if not self.lets_the_player_win(option)]
        if harmless:
            return self.smallest(2, harmless)
        left = [option for option in self.options if option.placement not in {one.placement for one in closing}]
        return self.highest(left or self.options)

    def smallest(self, step: int, options: list[Option]) -> list[Decision]:
        """Choose the smallest number over all provinces, then the province, then the token (steps 1 and 2)."""
        least = min(option.value for option in options)
        options = [option for option in options if option.value == least]
        return list(self.by_ties(step, least, options, lowest=True))

    def highest(self, options: list[Option]) -> list[Decision]:
        """Go through steps 3 to 7."""
        deficits = {option.target: self.deficit(option.target) for option in options}

        behind = {p: deficit for p, deficit in deficits.items() if deficit > 0}
        if behind:
            most = max(behind.values())
            return self.in_one_of(3, most, [p for p in behind if behind[p] == most], options)

        present = {p: deficit for p, deficit in deficits.items() if self.sums[self.crassus][p] > 0}
        if present:
            least = min(present.values())
            return self.in_one_of(4, -least, [p for p in present if present[p] == least], options)

        adjacent = [option for option in options if option.target in self.next_to_his]
        if adjacent:
            return self.highest_of(5, adjacent)
        central = [option for option in options if option.target in CENTRAL]
        if central:
            return self.highest_of(6, central)
        return self.highest_of(7, options)

    def in_one_of(self, step: int, figure: int, provinces: list[str], options: list[Option]) -> list[Decision]:
        """Choose the province, then the highest number there (steps 3 and 4)."""
        return list(self.by_ties(step, figure, [option for option in options if option.target in provinces]))

    def highest_of(self, step: int, options: list[Option]) -> list[Decision]:
        """Choose the highest number over all provinces, then the province (steps 5 to 7)."""
        most = max(option.value for option in options)
        return list(self.by_ties(step, most, [option for option in options if option.value == most]))

    # --- ties

    def by_ties(self, step: int, figure: int, options: list[Option], *, lowest: bool = False) -> Iterator[Decision]:
        """Choose the province, its highest number (or lowest), the space and the token."""
        provinces = list(dict.fromkeys(option.target for option in options))
        chosen, province_tie = self.among_provinces(step, provinces)
        for province in chosen:
            here = [option for option in options if option.target == province]
            value = min(option.value for option in here) if lowest else max(option.value for option in here)
            here = [option for option in here if option.value == value]
            spaces = list(dict.fromkeys(option.space for option in here))
            chosen_spaces, space_tie = self.among_spaces(province, spaces)
            for space in chosen_spaces:
                tokens = [option for option in here if option.space == space]
                option, token_tie = self.among_tokens(tokens, lowest)
                yield Decision(option, step, figure, province_tie, space_tie, token_tie)

    def among_provinces(self, step: int, provinces: list[str]) -> tuple[list[str], Tie | None]:
        """Break a tie between provinces (ROME-Z10; Italia in step 6)."""
        italia: list[tuple[str, Callable[[str], Any]]] = [("Italia before the others", lambda p: p == "Italia")]
        criteria: list[tuple[str, Callable[[str], Any]]] = [
            ("next to a province he controls", lambda p: p in self.next_to_his),
            ("senate bonus", lambda p: self.table.bonus[p] == "senate"),
            ("poison bonus", lambda p: self.table.bonus[p] == "poison"),
            ("central", lambda p: p in CENTRAL),
            ("next to a central province", lambda p: p in NEXT_TO_CENTRAL),
        ]
        return narrow(provinces, italia + criteria if step == 6 else criteria)

    def among_spaces(self, province: str, spaces: list[str]) -> tuple[list[str], Tie | None]:
        """Break a tie between the border spaces of a province; where he is behind in none, nothing is a deficit (ROME-Z11)."""
        behind = {space: self.deficit(BEYOND[space, province]) for space in spaces}
        most = max(behind.values())
        return narrow(
            spaces,
            [
                ("largest deficit in the province beyond", lambda s: behind[s] > 0 and behind[s] == most),
                ("central province beyond", lambda s: BEYOND[s, province] in CENTRAL),
            ],
        )

    def among_tokens(self, options: list[Option], lowest: bool) -> tuple[Option, Tie | None]:
        """Break a tie between tokens (ROME-Z12)."""
        row = self.table.row
        not_wild = [option for option in options if not row[option.place].startswith("wild ")] or options
        best = (min if lowest else max)(sum_of(row[option.place]) for option in not_wild)
        first = min(option.place for option in not_wild if sum_of(row[option.place]) == best)
        found, tied = narrow(
            options,
            [
                ("not wild", lambda o: not row[o.place].startswith("wild ")),
                ("by the sum of both numbers", lambda o: sum_of(row[o.place]) == best),
                ("leftmost", lambda o: o.place == first),
            ],
        )
        return found[0], tied

    # --- what is out of the question

    def passed_over(self) -> list[PassedOver] | None:
        """List the spaces that he does not take because the player would win; None if every option is like that.

        Asked when nothing gains him a province (ROME-Z17).
        """
        found = []
        for space in ENDS:
            here = [option for option in self.options if option.space == space]
            losing = [option for option in here if self.lets_the_player_win(option)]
            assert losing in ([], here), "which token he takes does not matter: all that he closes is the player's"
            if losing:
                found.append(PassedOver(space, tuple(self.closings(losing[0]))))
        return None if {one.space for one in found} == {option.space for option in self.options} else found

    def out_of_reach(self, step: int, figure: int) -> list[tuple[str, int, int]]:
        """List provinces that no token fits, though they come before the chosen one: with step and figure (ROME-Z15)."""
        reached = {option.target for option in self.options}
        open_ones = [p for p in PROVINCES if self.free[p] > 0 and p not in reached]
        behind = [(p, 3, self.deficit(p)) for p in open_ones if self.deficit(p) > 0]
        ahead = [(p, 4, -self.deficit(p)) for p in open_ones if self.deficit(p) <= 0 and self.sums[self.crassus][p] > 0]
        if step == 3:
            return [one for one in behind if one[2] > figure]
        if step == 4:
            return behind + [one for one in ahead if one[2] > figure]
        return behind + ahead if step > 4 else []

    # --- what a placement leads to (ROME-Z6 to Z8, ROME-Z17)

    def closings(self, option: Option) -> dict[str, str]:
        """Tell which provinces a placement closes, and who gains each; a tie is his."""
        return {
            province: self.crassus if self.deficit(province) - number <= 0 else self.player
            for province, number in zip(ENDS[option.space], option.numbers, strict=True)
            if self.free[province] == 1
        }

    def orders(self, closings: dict[str, str]) -> list[list[str]]:
        """List in which orders they may be resolved: the one he gains first, then as ties go (ROME-Z6)."""
        firsts, _ = self.first_of(closings)
        return [[first, *(province for province in closings if province != first)] for first in firsts]

    def first_of(self, closings: dict[str, str]) -> tuple[list[str], str]:
        """List which of two closed provinces may be resolved first, and what decides (ROME-Z6)."""
        gained = [province for province in closings if closings[province] == self.crassus]
        firsts, tied = self.among_provinces(0, gained or list(closings))
        return firsts, tied.reason if tied else "he gains it"

    def winners(self, option: Option) -> set[str | None]:
        """Tell who may win by all that follows from a placement."""
        closings = self.closings(option)
        return {self.winner(closings, order) for order in self.orders(closings)} if closings else set()

    def lets_the_player_win(self, option: Option) -> bool:
        """Tell whether a placement may make the player win at once; what hangs on chance is not risked."""
        return self.player in self.winners(option)

    def winner(self, closings: dict[str, str], order: list[str]) -> str | None:
        """Resolve provinces one after the other, counting control tokens; tell who gets rid of the last one."""
        left = dict(self.table.control_tokens)
        control = dict(self.table.control)
        senate = self.table.senate
        for province in order:
            side = closings[province]
            control[province] = side
            left[side] -= 2 if province == "Italia" else 1
            for space in SPACES[province]:
                beyond = BEYOND[space, province]
                if control.get(beyond) == side and beyond not in self.table.face_down:
                    left[side] -= 1
            bonus = self.table.bonus[province]
            if left[side] > 0 and bonus == "senate":
                senate += 1
                left[side] -= senate if side == self.crassus else 0
            if left[side] <= 0:
                return side
            if self.table.ruthless and bonus not in ("senate", "poison"):
                left[self.crassus] -= 1
                if left[self.crassus] == 0:
                    return self.crassus
        return None
