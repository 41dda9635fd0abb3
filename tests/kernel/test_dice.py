from collections import Counter
from itertools import pairwise
from types import SimpleNamespace

from quadriga.kernel.dice import key_words, roll, speck


def dice(seed: int, moves: int = 0) -> SimpleNamespace:
    return SimpleNamespace(secret=key_words(seed), moves=moves, rolls=0)


def test_speck_gives_the_published_test_vector() -> None:
    # Key 1b1a1918 13121110 0b0a0908 03020100, text 3b726574 7475432d; our result drops the top bit.
    cipher = speck(0x3B726574, 0x7475432D, 0x03020100, 0x0B0A0908, 0x13121110, 0x1B1A1918)
    assert cipher == 0x8C6FA548454E028B & ~(1 << 63)


def test_a_roll_is_uniform() -> None:
    s = dice(7)
    counts = Counter(roll(s, 6) for _ in range(60_000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    chi_square = sum((count - 10_000) ** 2 / 10_000 for count in counts.values())
    assert chi_square < 25  # 5 degrees of freedom: passed by all but 1 in 7000 fair dice


def test_rolls_of_neighbouring_seeds_and_actions_are_unrelated() -> None:
    first = [[roll(dice(seed, moves), 1000) for moves in range(100)] for seed in range(20)]
    flat = [value for row in first for value in row]
    assert len(set(flat)) > 800  # 2000 draws of 1000 values: 865 distinct are expected
    for row, following in pairwise(first):
        assert sum(a == b for a, b in zip(row, following, strict=True)) < 5


def test_all_128_bits_of_the_seed_count() -> None:
    outcomes = {tuple(roll(s, 2**31) for _ in range(2)) for s in (dice(1 << bit) for bit in range(128))}
    assert len(outcomes) == 128


def test_a_roll_depends_on_nothing_but_secret_action_and_number() -> None:
    s = dice(3, 5)
    rolls = [roll(s, 100) for _ in range(10)]
    again = dice(3, 5)
    again.rolls = 4
    assert roll(again, 100) == rolls[4]
