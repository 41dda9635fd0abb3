"""What a seat may see, as JSON-ready data; what happened, as events in words."""

from __future__ import annotations

from typing import Any

from quadriga.game import HIDDEN, Event, Game

from . import told as kinds
from .cards import actions_in_hand, actions_in_pile, in_hand, in_limbo, in_pile, is_castling_at
from .material import (
    ACTIONS,
    CALLS,
    GROUPS,
    INFLUENCE,
    INFLUENCE_CARDS,
    KINDS,
    MISSIONS,
    SEATS,
    VALUES,
    Edition,
)
from .record import (
    ALL,
    CASTLE,
    FROM_OPENING,
    OPENING,
    OPPONENT,
    OVER,
    SEEN_BEFORE,
    SEEN_BY_ALL,
    SEEN_CASTLED,
    SEEN_IN_HAND,
    SEEN_OPENING,
    SPYING,
    STAGES,
)

REASONS = ("", "all patricians are won", "nobody has influence cards left", "no place is left for influence cards",
           "four passes in a row without an exchange")  # fmt: skip


def spread(counts: list[int], names: tuple[str, ...]) -> list[str]:
    """Write counts of cards as a list of their names."""
    return [names[k] for k, count in enumerate(counts) for _ in range(count)]


def row(cards: Any, p: int, kinds: int) -> list[int]:
    """Read one row of counts."""
    return [cards[p, k] for k in range(kinds)]


def view(edition: Edition, game: Game, s: Any, seat: int | None) -> dict[str, Any]:
    """Show the table as a seat may see it; None is a spectator."""
    groups = edition.groups
    to_move = None if s.to_move < 0 else SEATS[s.to_move]
    shown: dict[str, Any] = {
        "game": game.name,
        "options": dict(game.options),
        "moves": s.moves,
        "seat": None if seat is None else SEATS[seat],
        "stage": STAGES[s.stage],
        "turn": s.turns,
        "active": SEATS[s.active],
        "to_move": to_move,
        "acted": bool(s.acted),
        "named": game.moves[s.named].text if s.named else None,
        "empty_passes": s.passes,
        "patricians": {groups[g]: s.patricians[g] for g in range(GROUPS)},
        "votes": {
            "left": spread([s.bag[k] for k in range(CALLS)], edition.calls),
            "out": spread([s.out[k] for k in range(CALLS)], edition.calls),
        },
        "lifted": lifted(s, seat),
        "sides": {SEATS[p]: side(edition, s, p, seat) for p in range(2)},
        "legal": [],
    }
    if seat is not None and s.to_move == seat:
        found = [0] * game.num_actions
        count = game.room.rules.legal(s, found)
        shown["legal"] = [{"id": a, "kind": game.moves[a].kind, "text": game.moves[a].text} for a in found[:count]]
    return shown


def lifted(s: Any, seat: int | None) -> list[str]:
    """Show the cards that a castling holds in the air: to their owner as they are, to others as a number.

    Others see none of them laid before all are: see `is_castling_at`.
    """
    if s.stage != CASTLE:
        return []
    if seat == s.active:
        return spread([s.lifted[v] for v in range(VALUES)], INFLUENCE)
    return [HIDDEN] * (in_limbo(s) + sum(s.laid[s.active, g] for g in range(GROUPS) if is_castling_at(s, s.active, g)))


def side(edition: Edition, s: Any, p: int, seat: int | None) -> dict[str, Any]:
    """Show one side's cards as a seat may see them."""
    own = p == seat
    open_hand = own or (s.stage == SPYING and seat == s.active)
    hand = spread(row(s.hand, p, VALUES), INFLUENCE)
    actions = spread(row(s.actions, p, KINDS), ACTIONS)
    shown: dict[str, Any] = {
        "hand": {
            "influence": hand if open_hand else [HIDDEN] * in_hand(s, p),
            "actions": actions if open_hand else [HIDDEN] * actions_in_hand(s, p),
        },
        "pile": {"influence": in_pile(s, p), "actions": actions_in_pile(s, p)},
        "discard": {
            "influence": spread(row(s.discard, p, VALUES), INFLUENCE),
            "actions": spread(row(s.action_discard, p, KINDS), ACTIONS),
        },
        "won": {edition.groups[g]: s.won[p, g] for g in range(GROUPS)},
        "table": {
            edition.groups[g]: [] if not own and is_castling_at(s, p, g) else cards_at(s, p, g, own)
            for g in range(GROUPS)
        },
        "unseen": unseen(s, p, own),
    }
    if s.ordered[p]:
        drawn = max(0, s.ordered[p] - actions_in_pile(s, p))
        order = [ACTIONS[s.order[p, i]] for i in range(drawn, s.ordered[p])]
        shown["pile"]["order"] = order if own else [HIDDEN] * len(order)
    if not own:
        shown["known"] = known(s, p, seat)
    if s.bonus[p]:
        shown["bonus"] = edition.groups[s.bonus[p] - 1] if own or s.stage == OVER else HIDDEN
    if s.missions[p, 0]:
        shown["missions"] = missions(s, p, own)
        shown["kept"] = bool(s.kept[p])
    return shown


def cards_at(s: Any, p: int, g: int, own: bool) -> list[dict[str, Any]]:
    """Show a side's cards at a group: the face-up ones, then the face-down ones by their places."""
    shown: list[dict[str, Any]] = []
    for v in range(VALUES):
        shown += [{"card": INFLUENCE[v], "up": True} for _ in range(s.up[p, g, v])]
    for i in range(s.downs[p, g]):
        card: dict[str, Any] = {"card": INFLUENCE[s.down[p, g, i]] if own else HIDDEN, "up": False}
        if s.origin[p, g, i] == FROM_OPENING:
            card["opening"] = True
        shown.append(card)
    return shown


def unseen(s: Any, p: int, own: bool) -> list[str]:
    """Count the influence cards of a side that could still come: to its owner the pile, to others all hidden ones."""
    if own:
        return spread(row(s.pile, p, VALUES), INFLUENCE)
    left = list(INFLUENCE_CARDS)
    for v in range(VALUES):
        left[v] -= s.discard[p, v] + sum(s.up[p, g, v] for g in range(GROUPS))
    return spread(left, INFLUENCE)


def known(s: Any, p: int, seat: int | None) -> dict[str, list[str]]:
    """Show what a viewer knows of a side's hidden cards, by where they lie (see knowledge.py)."""
    if s.stage <= OPENING:
        return {}
    near = SEEN_BY_ALL if seat is None else SEEN_IN_HAND
    regions = {"opening": SEEN_OPENING, "hand_or_laid_from_it": near, "castled": SEEN_CASTLED}
    if seat is not None:
        regions["laid_before_spying"] = SEEN_BEFORE
    shown = {name: spread([s.known[p, k, v] for v in range(VALUES)], INFLUENCE) for name, k in regions.items()}
    viewer = ALL if seat is None else OPPONENT
    shown["hand_actions"] = spread([s.known_actions[p, viewer, kind] for kind in range(KINDS)], ACTIONS)
    return {name: cards for name, cards in shown.items() if cards}


def missions(s: Any, p: int, own: bool) -> list[str]:
    """Show a side's missions; at the end those that may score, a discarded one never to others."""
    shown = [MISSIONS[s.missions[p, i] - 1] for i in range(2)]
    if own:
        return shown
    if s.stage == OVER:
        return [shown[0], HIDDEN] if s.kept[p] else shown
    return [HIDDEN, HIDDEN]


# --- events

# kind: name, text with everything, text without what is secret, parts in order, secret parts
_EVENTS: dict[int, tuple[str, str, str, tuple[str, ...], tuple[str, ...]]] = {
    kinds.ARRANGED: ("arranged", "{seat} puts {action} on the pile", "{seat} puts a card on the action pile", ("action", "count"), ("action",)),
    kinds.TOOK: ("took", "{seat} takes {action} into the hand", "{seat} takes an action card into the hand", ("action",), ("action",)),
    kinds.PLACED_DOWN: ("placed", "{seat} lays {card} face down at the {group}", "{seat} lays a card face down at the {group}", ("card", "group", "place"), ("card",)),
    kinds.LAID_CASTLED: ("laid-castled", "{seat} lays {card} face down at the {group}", "{seat} lays a castled card", ("card", "group", "place"), ("card", "group", "place")),
    kinds.PLACED_UP: ("placed-up", "{seat} lays {card} face up at the {group}", "", ("card", "group"), ()),
    kinds.NAMED: ("named", "{seat} plays: {move}", "", ("move", "action"), ()),
    kinds.VETOED: ("vetoed", "{seat} vetoes it", "", ("move",), ()),
    kinds.ALLOWED: ("allowed", "{seat} lets it happen", "", (), ()),
    kinds.ASSASSINATED: ("assassinated", "{seat}'s assassin strikes", "", (), ()),
    kinds.REVEALED: ("revealed", "{seat}'s face-down card at the {group} is {card}", "", ("card", "group", "place"), ()),
    kinds.WRATH_TOOK: ("wrath", "The wrath of the gods clears the {group}", "", ("group",), ()),
    kinds.SPIED_HAND: ("spied", "{seat} looks at the opponent's hand", "", (), ()),
    kinds.SPIED_AWAY: ("spied-away", "{seat} must discard {card}", "", ("card",), ()),
    kinds.SPIED_ACTION_AWAY: ("spied-away", "{seat} must discard {action}", "", ("action",), ()),
    kinds.LIFTED: ("lifted", "{seat} picks up {count} cards at the {group} and the {second}", "", ("group", "second", "count"), ()),
    kinds.CASTLED: ("castled", "{seat} has laid them again at the {group} and the {second}", "", ("group", "second"), ()),
    kinds.DREW: ("drew", "{seat} draws {card}", "{seat} draws an influence card", ("card",), ("card",)),
    kinds.DREW_ACTION: ("drew-action", "{seat} draws {action}", "{seat} draws an action card", ("action",), ("action",)),
    kinds.DREW_NOTHING: ("drew-nothing", "{seat} draws nothing", "", (), ()),
    kinds.PASSED: ("passed", "{seat} passes", "", ("count",), ()),
    kinds.EXCHANGED: ("exchanged", "{seat} discards {card} to exchange it", "", ("card",), ()),
    kinds.EXCHANGED_ACTION: ("exchanged", "{seat} discards {action} to exchange it", "", ("action",), ()),
    kinds.CALLED: ("called", "{seat} turns up: {call}", "", ("call",), ()),
    kinds.CALL_LEFT: ("call-left", "{call} leaves the game", "", ("call",), ()),
    kinds.CALLS_BACK: ("calls-back", "All of them go back and are shuffled", "", (), ()),
    kinds.VOTE: ("vote", "Vote at the {group}, Cleopatra {cleopatra} to Caesar {caesar}: {seat} wins a patrician", "", ("group", "cleopatra", "caesar"), ()),
    kinds.TIE: ("tie", "Vote at the {group}, {cleopatra} to {caesar}: a tie", "", ("group", "cleopatra", "caesar"), ()),
    kinds.LOST: ("lost", "{seat} discards {card} at the {group}", "", ("card", "group"), ()),
    kinds.GROUP_DONE: ("group-done", "All {group} are won", "", ("group",), ()),
    kinds.CLEARED: ("cleared", "{seat} discards {count} x {card} at the {group}", "", ("card", "group", "count"), ()),
    kinds.KEPT: ("kept", "{seat} keeps the mission {mission}", "{seat} keeps a mission", ("mission",), ("mission",)),
    kinds.TURN_BEGINS: ("turn", "Turn {count}: {seat}", "", ("count",), ()),
    kinds.ENDED: ("ended", "The game is over: {reason}", "", ("reason",), ()),
}  # fmt: skip


def event(edition: Edition, move_texts: tuple[str, ...], told: tuple[int, ...]) -> Event:
    """Put an event that the rules told into names and words."""
    kind, seat, *numbers = told
    name, text, public, parts, secret = _EVENTS[kind]
    names = {
        "card": INFLUENCE, "action": ACTIONS, "group": edition.groups, "second": edition.groups, "call": edition.calls,
        "mission": MISSIONS, "move": move_texts, "reason": REASONS,
    }  # fmt: skip
    data = {
        part: names[part][number] if part in names else number for part, number in zip(parts, numbers, strict=False)
    }
    about = (
        None if kind in (kinds.TIE, kinds.ENDED, kinds.CALLS_BACK, kinds.CALL_LEFT, kinds.GROUP_DONE) else SEATS[seat]
    )
    words = {**data, "seat": SEATS[seat].capitalize()}
    return Event(
        name,
        about,
        data,
        text.format(**words),
        SEATS[seat] if secret else None,
        secret,
        (public or text).format(**words),
    )
