"""The law of a new deal: every supply that fits what everybody knows, as often as there are ways to draw it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import combinations

import pytest

from quadriga import State
from quadriga.fields import spread
from quadriga.games.caesar.moves import TOKEN_NAMES

from .table import BAG, BOARD, BORDERS_OF, CENTURIONS, CLOSE_SYRIA, SYRIA, caesar, closing_syria, setting, without

Supply = tuple[str, ...]
Note = list[str | int] | None
DEALS = 200


def on_the_board(tokens: list[str], side: str, taken: Collection[str] = ()) -> dict[str, str]:
    """Put tokens on border spaces so that no province closes; wild ones come last."""
    borders: dict[str, str] = {}
    for token in sorted(tokens, key=lambda token: token.startswith("wild")):
        symbol = token.split(" ")[0]
        for border in (border for border in BOARD if symbol in ("wild", BOARD[border])):
            full = {*taken, *borders}
            if border not in full and all({*around} - full - {border} for around in BORDERS_OF.values()):
                borders[border] = f"{side} {token}"
                break
    assert len(borders) == len(tokens)
    return borders


def possible_deals(unseen: list[str], size: int, notes: list[Note]) -> Counter[Supply]:
    """Count the ways to draw each supply: a token put back is in the bag until its side draws (ROME-P2).

    Of the tokens put back with at most d draws since, at most d are in the supply. Of equal tokens the first are those
    put back.
    """
    put_back: dict[int, int] = {}
    for note in notes:
        if note is not None:
            token, draws = note
            number = next(k for k, name in enumerate(unseen) if name == token and k not in put_back)
            put_back[number] = int(draws)
    found: Counter[Supply] = Counter()
    for deal in combinations(range(len(unseen)), size):
        drawn = [put_back[number] for number in deal if number in put_back]
        if all(sum(other <= draws for other in drawn) <= draws for draws in drawn):
            found[tuple(sorted(unseen[number] for number in deal))] += 1
    return found


def dealt(state: State) -> Counter[Supply]:
    """Deal Pompey's supply anew many times, as far as Caesar can know it."""
    deals = Counter(state.redeal(0, n).bits["supply"][0, 1].tobytes() for n in range(DEALS))
    return Counter({tuple(sorted(spread(deal, TOKEN_NAMES))): count for deal, count in deals.items()})


def is_fair(found: Counter[Supply], due: Counter[Supply]) -> bool:
    """Tell whether what was found is what is due, each as often as it should be: no worse than once in a thousand."""
    if set(found) - set(due):
        return False
    ways, deals = due.total(), found.total()
    off = sum((found[deal] - deals * n / ways) ** 2 / (deals * n / ways) for deal, n in due.items())
    free = len(due) - 1
    return off < free + 3.1 * (2 * free) ** 0.5 + 8


UNSEEN = ["ship 6/0", "sword 6/0", "shield 6/0", "wild 2/2", "wild 2/2"]
NOTES: dict[str, list[Note]] = {
    "one of two equal tokens": [["wild 2/2", 1], ["ship 6/0", 1]],
    "one of two equal tokens is in the bag": [["wild 2/2", 0], ["ship 6/0", 1]],
    "two equal tokens": [None, ["wild 2/2", 1], ["wild 2/2", 1]],
    "two tokens, noted last": [None, ["ship 6/0", 1], ["sword 6/0", 1]],
    "two tokens, noted first and last": [["ship 6/0", 1], None, ["sword 6/0", 1]],
}


@pytest.mark.clause("ROME-T11", "ROME-P2")
@pytest.mark.parametrize("notes", NOTES.values(), ids=NOTES)
def test_a_new_deal_is_any_that_fits_what_everybody_knows_each_as_likely(notes: list[Note]) -> None:
    borders = on_the_board(without(BAG, *UNSEEN), "pompey")
    due = possible_deals(UNSEEN, 2, notes)
    state = setting(
        ["shield 5/1"],
        list(max(due)),
        ("poison",),
        borders=borders,
        pompey={"returned": notes, "supply": list(max(due))},
    )
    assert is_fair(dealt(state), due)


@pytest.mark.clause("ROME-E1", "ROME-T11")
def test_the_loser_for_want_of_a_placement_held_any_tokens_that_fit_nowhere() -> None:
    """All ship spaces are taken: of six unseen tokens only the three ships are possible, each pair as likely."""
    unseen = ["sword 6/0", "shield 6/0", "shield 5/1", "ship 6/0", "ship 5/1", "ship 4/2"]
    ships = [f"caesar {token}" for token in BAG if token.startswith(("ship", "wild"))]
    ships += ["pompey ship 3/3", "pompey wild 4/0"]
    taken = dict(zip([border for border in BOARD if BOARD[border] == "ship"], ships, strict=True))
    rest = without(BAG, *unseen, "ship 3/3", "wild 4/0")
    lost = setting(
        ["sword 6/0"], unseen[3:5], borders=taken | on_the_board(rest, "pompey", taken), stage="over", winner="caesar",
        reason="the opponent cannot place any token",
    )  # fmt: skip
    assert is_fair(dealt(lost), possible_deals(unseen[3:], 2, []))


# --- what is noted


def returned(state: State) -> list[Note]:
    """List the tokens that poison put back into Pompey's bag, as a position has them."""
    notes: list[Note] = state.position()["pompey"].get("returned", [None] * 3)
    return notes


def poisoned(supply: list[str], notes: list[Note], modules: tuple[str, ...] = ("poison",), **more: object) -> State:
    """Let Caesar use poison on Pompey's only token."""
    state = closing_syria("poison", modules, supply, pompey={"returned": notes, "supply": supply, **more})
    state.play(CLOSE_SYRIA)
    state.play("use the bonus")
    return state


@pytest.mark.clause("ROME-P2", "ROME-T11")
@pytest.mark.parametrize("earlier", ["sword 6/0", "wild 2/2"])
def test_a_token_put_back_is_noted_behind_those_before(earlier: str) -> None:
    state = poisoned(["wild 4/0"], [[earlier, 3]])
    assert returned(state) == [[earlier, 3], ["wild 4/0", 0], None]


@pytest.mark.clause("ROME-P2", "ROME-T11")
def test_with_three_notes_the_last_one_gives_way() -> None:
    """Play never comes so far: there are three poison tokens."""
    state = poisoned(["wild 4/0"], [["ship 6/0", 3], ["ship 5/1", 2], ["ship 4/2", 1]])
    assert returned(state) == [["ship 6/0", 3], ["ship 5/1", 2], ["wild 4/0", 0]]


PLACED = [
    (["sword 6/0", 3], ["ship 5/1", 2], ["ship 4/2", 1]),
    (["wild 2/2", 2], ["wild 2/2", 1], ["ship 4/2", 3]),
    (["ship 4/2", 3], ["wild 2/2", 1], ["wild 2/2", 1]),
    (["wild 2/2", 1], ["wild 2/2", 2], None),
    (["wild 2/2", 0], ["wild 2/2", 1], None),
]
"""Notes before Pompey places a wild 2/2."""


@pytest.mark.clause("ROME-P2", "ROME-T11")
@pytest.mark.parametrize("notes", PLACED)
def test_of_equal_tokens_put_back_the_earliest_is_taken_to_be_the_one_placed(notes: tuple[Note, ...]) -> None:
    state = setting(
        ["ship 3/3"], ["wild 2/2"], ("poison",), active="pompey", pompey={"supply": ["wild 2/2"], "returned": [*notes]}
    )
    state.play("wild 2 Italia 2 Achaia")
    drawn = [note for note in notes if note is not None and note[0] == "wild 2/2" and note[1] != 0]
    struck = max(drawn, key=lambda note: int(note[1]), default=None)
    expected: list[Note] = [note and [note[0], int(note[1]) + 1] for note in notes]
    if struck is not None:
        expected[notes.index(struck)] = None
    assert returned(state) == expected


@pytest.mark.clause("ROME-C2", "ROME-P2", "ROME-T11")
def test_a_centurion_drawn_again_is_like_any_other_token_when_it_is_shown() -> None:
    modules, centurions = ("poison", "centurions"), CENTURIONS[1:]
    again = poisoned(["sword 7/0"], [["sword 7/0", 1]], modules, seen=[], centurions=centurions)
    placed = setting(
        ["ship 3/3"], ["sword 7/0", "wild 4/0"], modules, active="pompey",
        pompey={"supply": ["sword 7/0", "wild 4/0"], "returned": [["sword 7/0", 1]], "seen": [], "centurions": centurions},
    )  # fmt: skip
    placed.play("sword 7 Syria 0 Aegyptus")
    for state, size in ((again, 0), (placed, 2)):
        assert caesar(*modules).from_position(state.position()) == state
        assert len(state.redeal(0, 1).position()["pompey"]["supply"]) == size


@pytest.mark.clause("ROME-Z1", "ROME-Z14", "ROME-P2")
def test_of_crassus_nothing_is_noted_for_his_row_is_open() -> None:
    game = caesar("poison", solo="low")
    state = game.from_position(
        {
            "active": "caesar", "borders": SYRIA, "bonuses": {"Syria": "poison"},
            "caesar": {"supply": ["shield 5/1", "ship 3/3"]}, "pompey": {"supply": ["ship 5/1", "ship 4/2"]},
        }
    )  # fmt: skip
    state.play(CLOSE_SYRIA)
    state.play("use the bonus")
    assert len(state.position()["pompey"]["supply"]) == 1
    assert "returned" not in state.position()["pompey"]
