"""Votes against a second, plain reckoning, with all kinds of cards on both sides."""

import random
from collections import Counter

import pytest

from .table import table

CARDS = ["philosopher", *"12345"]


def reckon(cleopatra: list[str], caesar: list[str]) -> tuple[int | None, list[Counter[str]]]:
    """Say who wins a vote and what each side keeps."""
    sides = [Counter(cleopatra), Counter(caesar)]
    sums = [sum(int(card) for card in side.elements() if card != "philosopher") for side in sides]
    if sums[0] == sums[1]:
        return None, sides
    high = sums.index(max(sums))
    reversed_ = sides[0]["philosopher"] != sides[1]["philosopher"]
    for seat, side in enumerate(sides):
        numbers = sorted(card for card in side.elements() if card != "philosopher")
        if numbers:
            side[numbers[-1] if seat == high else numbers[0]] -= 1
        del side["philosopher"]
    return 1 - high if reversed_ else high, [+side for side in sides]


def some(chooser: random.Random) -> list[str]:
    cards = chooser.choices(CARDS, weights=[3, 2, 2, 2, 2, 2], k=chooser.randint(0, 3))
    while cards.count("philosopher") > 2:
        cards.remove("philosopher")
    return cards


@pytest.mark.clause("CC24-V1", "CC24-V2", "CC24-V3", "CC24-V8", "CC24-P0", "CC24-P1", "CC24-P2", "CC24-P3", "CC24-P5")
@pytest.mark.parametrize("seed", range(4))
def test_winner_and_remaining_cards_are_as_the_clauses_say(seed: int) -> None:
    chooser = random.Random(seed)
    winners: Counter[int | None] = Counter()
    for _ in range(300):
        rows = [some(chooser), some(chooser)]
        laid = [[card if chooser.random() < 0.5 else f"({card})" for card in row] for row in rows]
        state = table(
            chooser.randrange(1000),
            votes={"left": ["aediles", "black"]},
            cleopatra={"hand": [1], "table": {"aediles": laid[0]}},
            caesar={"hand": [1], "table": {"aediles": laid[1]}},
        )
        state.play("1 face up at censors")
        position = state.position()
        if "aediles" in position["votes"]["left"]:
            continue
        winner, kept = reckon(*rows)
        assert position["cleopatra"]["won"] == ({"aediles": 1} if winner == 0 else {})
        assert position["caesar"]["won"] == ({"aediles": 1} if winner == 1 else {})
        assert Counter(position["cleopatra"]["table"].get("aediles", [])) == kept[0]
        assert Counter(position["caesar"]["table"].get("aediles", [])) == kept[1]
        for row, left, name in zip(rows, kept, ("cleopatra", "caesar"), strict=True):
            assert Counter(position[name]["discard"]) == Counter(row) - left
        winners[winner] += 1
    assert winners.total() > 100
    assert len(winners) == 3
