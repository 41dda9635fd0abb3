"""What a study counts, against the games themselves; and what a sensible player prefers."""

import random
from collections import Counter

import pytest

import quadriga

from .table import ALL_MODULES, PROVINCES, SIDES, caesar, setting

WAYS = {
    "the last control token is on a province": "last control token on a province",
    "the last control token is on a border": "last control token on a border",
    "the last control token is under a senate token": "last control token under a senate",
    "the opponent cannot place any token": "the other could not place (ROME-E1)",
}


@pytest.mark.clause("ROME-E1", "ROME-E2")
@pytest.mark.parametrize("modules", [(), ALL_MODULES])
def test_a_study_counts_what_happened(modules) -> None:
    game = caesar(*modules)
    rules = game.definition.rules
    sums = [0] * rules.MEASURES
    turns, steps, left = [], [], []
    winners: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    covered: Counter[str] = Counter()
    under: Counter[str] = Counter()
    gained: Counter[tuple[bool, str]] = Counter()
    used: Counter[tuple[bool, str]] = Counter()
    held = {name: Counter() for name in PROVINCES}
    placed: Counter[tuple[str, str]] = Counter()
    for seed in range(8):
        chooser = random.Random(seed)
        state = game.new(seed)
        laid: Counter[tuple[str, str]] = Counter()
        while state.to_move is not None:
            move = chooser.choice(state.legal)
            if move.kind == "place":
                laid[SIDES[state.to_move], move.parts["token"]] += 1
            state.play(move)
        rules.measure(state.s, sums)
        position, outcome = state.position(), state.outcome
        assert outcome is not None
        winner = position["winner"]
        assert outcome.winners == (SIDES.index(winner),)
        assert outcome.scores == tuple(int(side == winner) for side in SIDES)
        winners[winner] += 1
        for (side, token), count in laid.items():
            placed[token, side] += count
            placed[token, "the winner"] += count if side == winner else 0
        ends[f"{winner}: {WAYS[outcome.reason]}"] += 1
        turns.append(position["turn"])
        steps.append(len(state.history))
        left.append(position[SIDES[1 - SIDES.index(winner)]]["control_tokens"])
        for side in SIDES:
            covered[side] += sum(who.strip("()") == side for who in position["border_control_tokens"].values())
            under[side] += position[side]["under_senate"]
            for bonus in position[side]["gained"]:
                gained[side == winner, bonus] += 1
            for bonus in position[side]["used"]:
                used[side == winner, bonus] += 1
        for name, shown in state.view(None)["provinces"].items():
            held[name][shown["control"] or ("tied" if shown["closed"] else "open")] += 1
            held[name]["the winner"] += shown["control"] == winner
    summary = game.definition.summary(game, sums)
    assert summary["games"] == 8
    assert summary["actions"] == sum(steps)
    assert +Counter(summary["shares"]["winner"]) == winners
    assert +Counter(summary["shares"]["how games end"]) == ends
    means = summary["means"]
    assert means["turns"] == (sum(turns), sum(n * n for n in turns))
    assert means["actions"] == (sum(steps), sum(n * n for n in steps))
    assert means["control tokens left to the loser"] == (sum(left), sum(n * n for n in left))
    for side in SIDES:
        assert means[f"on borders, {side}"][0] == covered[side]
        assert means[f"under senates, {side}"][0] == under[side]
    assert {name: +Counter(row) for name, row in summary["totals"]["province controlled by"].items()} == {
        name: +row for name, row in held.items()
    }
    tokens = summary["totals"]["influence tokens placed by"]
    assert len(tokens) == (18 if modules else 15)
    assert {
        (name.removesuffix(" (2 a side)"), who): n for name, row in tokens.items() for who, n in row.items() if n
    } == {where: count for where, count in placed.items() if count}
    for bonus, row in summary["totals"]["bonuses"].items():
        assert row == {
            "gained by the winner": gained[True, bonus],
            "used by the winner": used[True, bonus],
            "gained by the loser": gained[False, bonus],
            "used by the loser": used[False, bonus],
        }
    histogram = dict(summary["histograms"]["turns"])
    assert sum(histogram.values()) == 8
    for n in turns:
        assert histogram[f"{n - n % 2}-{n - n % 2 + 1}" if n < 34 else "34+"] > 0


def test_a_study_of_solo_counts_the_tokens_of_crassus() -> None:
    game = quadriga.load("caesar", solo="high", side="pompey")
    rules, sums = game.definition.rules, [0] * game.definition.rules.MEASURES
    state = game.new(3)
    placed: Counter[tuple[str, str]] = Counter()
    while state.to_move is not None:
        for event in state.play(state.legal[-1]):
            if event.kind == "placed":
                placed[event.data["token"], "pompey" if event.seat == "pompey" else "crassus"] += 1
    rules.measure(state.s, sums)
    rows = game.definition.summary(game, sums)["totals"]["influence tokens placed by"]
    found = {
        (name.removesuffix(" (2 a side)"), who): count
        for name, row in rows.items()
        for who, count in row.items()
        if count and who != "the winner"
    }
    assert found == placed and {who for _, who in found} == {"pompey", "crassus"}


def rated(state) -> dict[str, int]:
    return {move.text: int(state.game.definition.rules.prefer(state.s, move.id)) for move in state.legal}


def test_a_sensible_player_closes_what_is_gained_and_not_for_the_opponent() -> None:
    rates = rated(setting(["shield 5/1", "wild 2/2"], ["ship 3/3"], borders={"Aegyptus-Syria": "pompey sword 2/4"}))
    best = max(rates, key=lambda text: rates[text])
    assert best == "shield 5 Syria 1 Asia"
    for given_away in ("shield 5 Asia 1 Syria", "wild 2 Asia 2 Syria"):
        assert rates[given_away] < rates[best] - 100, "the opponent would gain Syria: less than e to the -1 as likely"


def test_a_sensible_player_uses_bonuses_where_they_hurt_most() -> None:
    state = setting(
        ["shield 5/1"], ["ship 3/3"], bonuses={"Syria": "might"},
        borders={"Aegyptus-Syria": "pompey sword 2/4", "Italia-Achaia": "pompey ship 6/0", "Creta-Asia": "pompey wild 2/2"},
    )  # fmt: skip
    state.play("shield 5 Syria 1 Asia")
    rates = rated(state)
    by_harm = sorted(rates, key=lambda text: -rates[text])
    assert by_harm[0] == "might on Italia-Achaia", "Italia takes two control tokens"
    assert by_harm[-1] == "decline the bonus"


def test_a_sensible_player_closes_the_own_province_first() -> None:
    state = setting(
        ["shield 3/3"], ["ship 3/3"],
        borders={"Hispania Ulterior-Mauritania": "pompey ship 6/0", "Hispania Citerior-Gallia": "caesar sword 4/2"},
    )  # fmt: skip
    state.play("shield 3 Hispania Ulterior 3 Hispania Citerior")
    assert rated(state) == {"close Hispania Citerior first": 7, "close Hispania Ulterior first": -3}
