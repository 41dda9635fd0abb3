"""Setting up a position from a dict of readable names (see position.py); an impossible one is refused with the reason.

A part that is left out takes its start value. Of the cards that are named nowhere, those of a side go to its pile, or
to its discard if the pile is given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from quadriga.errors import PositionError
from quadriga.fields import Reader, row, spread

from .cards import actions_in_hand, in_hand, in_limbo, is_out
from .classic import EMPTY_PASSES
from .events import REASONS
from .influence import all_free_places
from .invariants import broken, must_hold_wrath
from .knowledge import holds_wrath
from .material import (
    ACTIONS,
    CALLS,
    GROUPS,
    INFLUENCE,
    INFLUENCE_CARDS,
    KINDS,
    MISSIONS,
    SEATS,
    SIDE_LIMIT,
    VALUES,
    WRATH,
)
from .position import COUNTERS, FLAGS, KNOWN, KNOWN_ACTIONS, NOTES, opening_laid, plays_alone
from .record import (
    ARRANGE,
    BLOCKED,
    CASTLE,
    EXCHANGE,
    EXCHANGE_DRAW,
    FROM_OPENING,
    KEEP,
    OPENING,
    OVER,
    PASSES,
    REFILL,
    REGIONS,
    SECOND,
    SEEN_IN_HAND,
    SEEN_OPENING,
    SPY_DRAW,
    SPYING,
    STAGES,
    TAKE,
    TURN,
    VETO_DRAW,
    VETOING,
)

if TYPE_CHECKING:
    from .game import CaesarAndCleopatra

RESUMABLE = ("turn", "second", "after", "special", "refill")
NAMED_STAGES = (VETOING, VETO_DRAW, SPYING, SPY_DRAW, CASTLE)
LIMITS = {"move": 2**31 - 1, "turn": 30000, "empty_passes": 4, "cursor": GROUPS, "exchanged": 6, "placed": 2}
TOP = ("seed", "stage", "active", "to_move", "resume", "named", "votes", "lifted", "tally", "reason",
       *COUNTERS, *FLAGS, *SEATS)  # fmt: skip
SIDE = ("won", "hand", "table", "pile", "action_pile", "discard", "bonus", "missions", "kept", "known")
WRONG = {
    5: "a hand is too large", 12: "votes: too many of a kind", 14: "known: more is known than is there",
    15: "wrath in hand and no free place: the game goes on with it, and is over without it",
    16: "empty_passes: four of them, and only they, end a game in this way",
}  # fmt: skip


def read_position(game: CaesarAndCleopatra, s: Any, position: Mapping[str, Any]) -> None:
    """Set up a position on the record of a game that has just begun; an impossible one is a PositionError."""
    read = Reader(position, "position", TOP)
    edition = game.edition
    start = s.stage
    stages = (*STAGES[: KEEP + 1], STAGES[OVER])
    s.stage = STAGES.index(stages[read.choice("stage", stages, STAGES[start])])
    s.active = read.choice("active", SEATS, SEATS[s.active])
    counters_and_flags(read, s)
    seat = read.value("to_move", SEATS[default_to_move(s)])
    if s.stage == OVER:
        s.to_move = -1
        s.reason = read.choice("reason", REASONS[1:], REASONS[1]) + 1
        if s.reason == PASSES and not read.has("empty_passes"):
            s.passes = EMPTY_PASSES
    else:
        s.to_move = read.choice("to_move", SEATS, seat)
    s.resume = read_resume(read, s)
    texts = tuple(move.text for move in game.moves)
    s.named = read.choice("named", texts[60:136], None) + 60 if read.has("named") else 0
    lifted = read.counts("lifted", INFLUENCE, [])
    for v in range(VALUES):
        s.lifted[v] = lifted[v]
    votes = Reader(read.value("votes", {}), "votes", ("left", "out"))
    left = votes.counts("left", edition.calls, spread([s.bag[k] for k in range(CALLS)], edition.calls))
    out = votes.counts("out", edition.calls, [])
    for call in range(CALLS):
        if left[call] + out[call] > s.bag[call]:
            raise PositionError(f"votes: {left[call] + out[call]} x {edition.calls[call]}, there are {s.bag[call]}")
        s.bag[call], s.out[call] = left[call], out[call]
    if not s.bag[CALLS - 1]:
        raise PositionError(f"votes.left: {edition.calls[-1]} never leaves")
    sides = [Reader(read.value(name, {}), name, SIDE) for name in SEATS]
    for p in range(2):
        read_won(game, s, p, sides[p])
    for g in range(GROUPS):
        s.patricians[g] = edition.patricians[g] - s.won[0, g] - s.won[1, g]
        if s.patricians[g] < 0:
            raise PositionError(f"won: {edition.patricians[g]} {edition.groups[g]} in all, more are won")
        if edition.prefix == "CC24" and not s.patricians[g] and not read.has("votes"):
            s.bag[g] = 0
    for p in range(2):
        read_table(game, s, p, sides[p])
        read_influence(s, p, sides[p])
        read_actions(game, s, p, sides[p])
        read_tasks(game, s, p, sides[p])
        read_known(s, p, sides[p], start != s.stage or sides[p].given())
    if not read.has("alone"):
        s.alone = plays_alone(game, s)
    declined = s.stage == OVER and s.reason == BLOCKED and edition.prefix == "CC24"
    if (declined or must_hold_wrath(s)) and s.actions[s.active, WRATH]:
        holds_wrath(s, s.active)
    final_check(game, s)


def counters_and_flags(read: Reader, s: Any) -> None:
    """Read the small numbers."""
    for name, field in COUNTERS.items():
        setattr(s, field, read.number(name, LIMITS[name], 0))
    for name in FLAGS:
        setattr(s, name, read.flag(name))
    if s.stage not in (ARRANGE, OPENING, TAKE) and not read.has("turn"):
        s.turns = 2
    tally = read.value("tally", [0, 0, 0, 0])
    if not isinstance(tally, list) or len(tally) != 4:
        raise PositionError("tally: four numbers are due")
    for k, value in enumerate(tally):
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 30000:
            raise PositionError(f"tally: {value!r} is not a number from 0 to 29999")
        s.tally[k] = value


def read_resume(read: Reader, s: Any) -> int:
    """Read where the turn goes on after an action card or the choice of missions."""
    if read.has("resume"):
        return STAGES.index(RESUMABLE[read.choice("resume", RESUMABLE, None)])
    if s.stage == KEEP:
        return REFILL
    return TURN if s.stage in NAMED_STAGES else 0


def default_to_move(s: Any) -> int:
    """Tell who decides at a stage unless the position says otherwise."""
    if s.stage in (VETOING, VETO_DRAW, SPY_DRAW):
        return 1 - s.active
    return 0 if s.stage in (ARRANGE, OPENING, TAKE, KEEP) else s.active


def read_won(game: CaesarAndCleopatra, s: Any, p: int, side: Reader) -> None:
    """Read the patricians of a side."""
    won = Reader(side.value("won", {}), f"{SEATS[p]}.won", game.edition.groups)
    for g, group in enumerate(game.edition.groups):
        s.won[p, g] = won.number(group, game.edition.patricians[g], 0)


def read_table(game: CaesarAndCleopatra, s: Any, p: int, side: Reader) -> None:
    """Read the cards on the table; nine at a group, or any at a finished one, are impossible."""
    groups = game.edition.groups
    table = Reader(side.value("table", {}), f"{SEATS[p]}.table", groups)
    origins = {f"({INFLUENCE[v]}{note})": (v, origin) for v in range(VALUES) for origin, note in NOTES.items()}
    for g, group in enumerate(groups):
        cards = table.cards(group, (*INFLUENCE, *origins), [])
        if cards and not s.patricians[g]:
            raise PositionError(f"{SEATS[p]}.table.{group}: all {group} are won, no card can lie there")
        if len(cards) > SIDE_LIMIT:
            raise PositionError(f"{SEATS[p]}.table.{group}: {len(cards)} cards, at most {SIDE_LIMIT} of one side")
        for card in cards:
            if card in origins:
                v, origin = origins[card]
                s.down[p, g, s.downs[p, g]] = v
                s.origin[p, g, s.downs[p, g]] = origin
                s.downs[p, g] += 1
                if origin == FROM_OPENING and s.downs[p, g] > 1:
                    raise PositionError(f"{SEATS[p]}.table.{group}: an opening card is the first face-down card")
            else:
                s.up[p, g, INFLUENCE.index(card)] += 1
        s.laid[p, g] = len(cards)
        if s.laid[0, g] + s.laid[1, g] > s.joint_limit:
            both = s.laid[0, g] + s.laid[1, g]
            raise PositionError(f"table.{group}: {both} cards, at most {s.joint_limit} of both sides together")


def read_influence(s: Any, p: int, side: Reader) -> None:
    """Read hand, pile and discard of influence cards; each card has one place."""
    laid = [0] * VALUES
    for v in range(VALUES):
        for g in range(GROUPS):
            laid[v] += s.up[p, g, v] + sum(s.down[p, g, i] == v for i in range(s.downs[p, g]))
        if s.stage == CASTLE and s.active == p:
            laid[v] += s.lifted[v]
    setting_up = s.stage in (ARRANGE, OPENING)
    start = [0 if v == 0 else 2 - min(1, laid[v]) if setting_up else 1 for v in range(VALUES)]
    everything = (*INFLUENCE, *ACTIONS)
    hand = side.counts("hand", everything, spread(start, INFLUENCE))[:VALUES]
    discard = side.counts("discard", everything, [])[:VALUES]
    pile = side.counts("pile", INFLUENCE, [])
    for v in range(VALUES):
        rest = INFLUENCE_CARDS[v] - laid[v] - hand[v] - discard[v] - pile[v]
        if rest < 0:
            raise PositionError(
                f"{SEATS[p]}: {INFLUENCE_CARDS[v] - rest} x {INFLUENCE[v]}, there are {INFLUENCE_CARDS[v]}"
            )
        if rest and side.has("pile") and side.has("discard"):
            raise PositionError(f"{SEATS[p]}: {rest} x {INFLUENCE[v]} is missing; leave out pile or discard")
        s.hand[p, v] = hand[v]
        s.discard[p, v] = discard[v] + (rest if side.has("pile") else 0)
        s.pile[p, v] = pile[v] + (0 if side.has("pile") else rest)


def read_actions(game: CaesarAndCleopatra, s: Any, p: int, side: Reader) -> None:
    """Read hand, pile and discard of action cards, and the order of an arranged pile."""
    total = game.edition.action_cards
    everything = (*INFLUENCE, *ACTIONS)
    start = ["veto"] if game.edition.prefix == "CC24" and (not s.veterans or s.stage > TAKE) else []
    hand = side.counts("hand", everything, start)[VALUES:]
    discard = side.counts("discard", everything, [])[VALUES:]
    cards = side.cards("action_pile", ACTIONS, [])
    given = side.has("action_pile") and s.stage != ARRANGE
    for kind in range(KINDS):
        pile = cards.count(ACTIONS[kind]) if given else 0
        rest = total[kind] - hand[kind] - discard[kind] - pile
        if rest < 0:
            raise PositionError(f"{SEATS[p]}: {total[kind] - rest} x {ACTIONS[kind]}, there are {total[kind]}")
        if rest and given and side.has("discard"):
            raise PositionError(f"{SEATS[p]}: {rest} x {ACTIONS[kind]} is missing; leave out action_pile or discard")
        s.actions[p, kind] = hand[kind]
        s.action_discard[p, kind] = discard[kind] + (rest if given else 0)
        s.action_pile[p, kind] = pile if given else rest
    if s.arranged:
        read_order(s, p, cards, given)


def read_order(s: Any, p: int, cards: list[str], given: bool) -> None:
    """Read the order of an arranged action pile, from the top; left out, the cards lie sorted."""
    if s.stage == ARRANGE:
        s.ordered[p] = len(cards)
        left = [s.action_pile[p, kind] for kind in range(KINDS)]
        drawn: list[int] = []
    else:
        s.ordered[p] = 13
        left = [0] * KINDS
        cards = cards if given else spread(row(s.action_pile, p, KINDS), ACTIONS)
        drawn = [0] * (13 - len(cards))
    for i, kind in enumerate(drawn + [ACTIONS.index(card) for card in cards]):
        if s.stage == ARRANGE:
            left[kind] -= 1
            if left[kind] < 0:
                raise PositionError(f"{SEATS[p]}.action_pile: too many x {ACTIONS[kind]}")
        s.order[p, i] = kind


def read_tasks(game: CaesarAndCleopatra, s: Any, p: int, side: Reader) -> None:
    """Read the bonus card (1997) or the missions (2024)."""
    classic = game.edition.prefix == "CC97"
    if side.has("bonus" if not classic else "missions") or (classic and side.has("kept")):
        raise PositionError(f"{SEATS[p]}: {game.name} has {'a bonus' if classic else 'missions'} for each side")
    if classic:
        groups = game.edition.groups[:3]
        if s.stage == ARRANGE:
            if side.has("bonus"):
                raise PositionError(f"{SEATS[p]}.bonus: bonus cards are dealt after the action piles are arranged")
        elif side.has("bonus") or not s.bonus[p]:
            s.bonus[p] = side.choice("bonus", groups, groups[p]) + 1
        return
    if side.has("missions"):
        chosen = side.cards("missions", MISSIONS, [])
        if len(chosen) != 2 or chosen[0] == chosen[1]:
            raise PositionError(f"{SEATS[p]}.missions: two different missions are due")
        for i in range(2):
            s.missions[p, i] = MISSIONS.index(chosen[i]) + 1
        if p == 0:
            avoid(s, chosen)
    finished = any(not s.patricians[g] for g in range(GROUPS))
    s.kept[p] = side.flag("kept") if side.has("kept") else finished and s.stage != KEEP


def avoid(s: Any, taken: list[str]) -> None:
    """Give Caesar missions that Cleopatra does not hold, unless the position says otherwise."""
    free = [m + 1 for m in range(len(MISSIONS)) if MISSIONS[m] not in taken]
    for i in range(2):
        s.missions[1, i] = free[i]


def read_known(s: Any, p: int, side: Reader, changed: bool) -> None:
    """Read what others know of the hidden cards; left out, no more than the opening cards tell."""
    if changed:
        for region in range(REGIONS):
            for v in range(VALUES):
                s.known[p, region, v] = 0
        for kind in range(KINDS):
            s.known_actions[p, 0, kind] = s.known_actions[p, 1, kind] = 0
    for v, count in enumerate(opening_laid(s, p)):
        s.known[p, SEEN_OPENING, v] = count
    known = Reader(side.value("known", {}), f"{SEATS[p]}.known", (*KNOWN, *KNOWN_ACTIONS))
    for name, region in KNOWN.items():
        for v, count in enumerate(known.counts(name, INFLUENCE, [])):
            if known.has(name):
                s.known[p, region, v] = count
    for name, viewer in KNOWN_ACTIONS.items():
        for kind, count in enumerate(known.counts(name, ACTIONS, [])):
            if known.has(name):
                s.known_actions[p, viewer, kind] = count
    if s.stage == SPYING and p != s.active:
        for v in range(VALUES):
            s.known[p, SEEN_IN_HAND, v] = s.hand[p, v]
        for kind in range(KINDS):
            s.known_actions[p, 1, kind] = s.actions[p, kind]


def stage_check(game: CaesarAndCleopatra, s: Any) -> None:
    """Refuse a stage that the rest of the position does not allow."""
    stage, p = STAGES[s.stage], s.active
    renewed = game.edition.prefix == "CC24"
    if s.stage == ARRANGE and s.cursor:
        raise PositionError("cursor: no opening card lies while the action piles are arranged (CC97-S9)")
    if s.stage in NAMED_STAGES and not s.named:
        raise PositionError(f"named: the stage {stage} needs the action that was named")
    kind = {CASTLE: "castle", SPYING: "spy", SPY_DRAW: "spy"}.get(s.stage)
    if kind and game.moves[s.named].kind != kind:
        raise PositionError(f"named: at the stage {stage} it is a {kind}, not {game.moves[s.named].text!r}")
    for g in range(GROUPS):
        if renewed and not s.patricians[g] and s.bag[g] + s.out[g]:
            group = game.edition.groups[g]
            raise PositionError(f"votes: all {group} are won, their bust has left the game (CC24-V6)")
    if s.stage == REFILL and in_hand(s, p) + actions_in_hand(s, p) >= game.edition.hand:
        raise PositionError(f"stage: {SEATS[p]} has a full hand and nothing to refill")
    if s.stage == TURN and renewed and in_hand(s, p) == 0:
        raise PositionError(f"stage: {SEATS[p]} has no influence card; the turn begins at the stage after (CC24-T12)")
    if s.stage == TURN and not renewed and is_out(s, p):
        raise PositionError(f"active: {SEATS[p]} has no influence cards left and takes no turns (CC97-E3)")
    if must_hold_wrath(s) and not s.actions[p, WRATH]:
        full = "with five cards everywhere and no wrath in hand, has ended the game"
        raise PositionError(
            f"stage: {SEATS[p]}, {full} (CC24-E3)" if renewed else f"stage: {SEATS[p]}, alone {full} (CC97-E4)"
        )
    waits = s.stage > OPENING and s.stage not in (VETO_DRAW, SPY_DRAW, OVER)
    if waits and not renewed and in_hand(s, 1 - p) + actions_in_hand(s, 1 - p) == 0 and not is_out(s, 1 - p):
        raise PositionError(f"{SEATS[1 - p]}.hand: empty, and the pile is not: there is nothing to exchange (CC97-T7)")
    if s.stage in NAMED_STAGES and s.resume in (TURN, SECOND):
        placing_check(game, s)


def placing_check(game: CaesarAndCleopatra, s: Any) -> None:
    """Refuse an action card after which an influence card is due that cannot be placed."""
    p = s.active
    if in_hand(s, p) == 0:
        raise PositionError(f"resume: {SEATS[p]} has no influence card to place after the action card")
    if all_free_places(s, p) > in_limbo(s):
        return
    if game.edition.prefix == "CC24" and not (s.stage == VETOING and game.moves[s.named].kind == "wrath"):
        raise PositionError(f"named: {SEATS[p]} has no free place and may play only wrath (CC24-E3)")
    if s.resume == SECOND:
        raise PositionError(f"resume: {SEATS[p]} has no place for a second card (CC97-T3)")


def final_check(game: CaesarAndCleopatra, s: Any) -> None:
    """Refuse what only the whole position shows to be impossible."""
    hand = game.edition.hand
    for p in range(2):
        if s.stage > OPENING and in_hand(s, p) + actions_in_hand(s, p) > hand:
            count = in_hand(s, p) + actions_in_hand(s, p)
            raise PositionError(f"{SEATS[p]}.hand: {count} cards, at most {hand}")
        for i in range(2):
            for j in range(2):
                if s.missions[p, i] and s.missions[p, i] == s.missions[1 - p, j]:
                    raise PositionError(f"missions: both sides hold {MISSIONS[s.missions[p, i] - 1]}")
    stage_check(game, s)
    if (s.stage == CASTLE) != any(s.lifted[v] for v in range(VALUES)):
        raise PositionError("lifted: cards are lifted at the stage castle, and only then")
    exchanging = s.stage in (EXCHANGE, EXCHANGE_DRAW)
    if exchanging and not s.exchanged:
        raise PositionError(f"exchanged: the stage {STAGES[s.stage]} needs the number of cards exchanged")
    if s.exchanged and not exchanging:
        raise PositionError(f"exchanged: at the stage {STAGES[s.stage]} no card waits to be exchanged (CC97-T11)")
    if s.kept[0] != s.kept[1] and s.stage != KEEP:
        raise PositionError("kept: both players keep a mission before play goes on (CC24-V7)")
    wrong = broken(s)
    if wrong:
        raise PositionError(f"the position is impossible ({WRONG.get(wrong, f'invariant {wrong}')})")
    if s.stage != OVER and not game.rules.legal(s, [0] * len(game.moves)):
        raise PositionError(f"stage: nobody can move at the stage {STAGES[s.stage]} of this position")
