"""Who sits where: sitting down, standing up, bots, giving up, draws, names and what is said."""

from __future__ import annotations

from quadriga.table import commands
from quadriga.table.show import show_table
from quadriga.table.table import LIVE, OVER, WAITING

from .builder import CAESAR, CLEOPATRA, NEW, RACE, ROME, Match, opened, seated, waiting


def kinds(match: Match) -> list[str]:
    return [entry.kind for entry in match.table.log]


# --- sitting down and standing up


def test_the_match_begins_when_the_last_seat_is_taken() -> None:
    match = waiting(NEW)
    assert (match.table.status, match.table.open_seats) == (WAITING, [CLEOPATRA, CAESAR])
    match.sit(CAESAR, "Marcus")
    assert (match.table.status, match.table.people, match.table.open_seats) == (WAITING, [CAESAR], [CLEOPATRA])
    match.sit(CLEOPATRA, "Livia")
    assert (match.table.status, match.table.people, kinds(match)) == (LIVE, [0, 1], ["sit", "sit", "start"])
    assert [seat["name"] for seat in show_table(match.table)["seats"]] == ["Livia", "Marcus"]


def test_who_leaves_before_the_match_opens_the_seat_again() -> None:
    match = waiting(RACE, players=3, takeover="tiro")
    match.sit(1, "Livia")
    match.leave(1)
    assert (match.table.status, match.table.open_seats, match.table.names) == (WAITING, [0, 1, 2], [None] * 3)
    assert show_table(match.table)["seats"][1]["open"]
    match.sit(1, "Marcus")
    assert match.table.names[1] == "Marcus"


def test_a_program_that_sits_down_is_shown_as_one_until_it_leaves() -> None:
    match = waiting(NEW)
    commands.sit(match.table, CLEOPATRA, "Careful", 1000.0, by="machine", program=True)
    match.sit(CAESAR, "Marcus")
    assert [seat.get("program") for seat in show_table(match.table)["seats"]] == [True, None]
    assert [seat["kind"] for seat in show_table(match.table)["seats"]] == ["person", "person"]
    again = waiting(NEW)
    commands.sit(again.table, CLEOPATRA, "Careful", 1000.0, by="machine", program=True)
    again.leave(CLEOPATRA)
    again.sit(CLEOPATRA, "Livia")
    assert "program" not in show_table(again.table)["seats"][CLEOPATRA]


def test_somebody_who_leaves_before_the_match_holds_the_seat_no_longer() -> None:
    match = waiting(NEW)
    commands.sit(match.table, CLEOPATRA, "Livia", 1000.0, by="phone")
    commands.hold(match.table, CLEOPATRA, "tablet", 1001.0)
    assert match.table.held_by("phone") == match.table.held_by("tablet") == {CLEOPATRA}
    assert match.table.held_by(None) == match.table.held_by("stranger") == frozenset()
    match.leave(CLEOPATRA)
    assert match.table.held_by("phone") == match.table.held_by("tablet") == frozenset()
    with match.refuses("open"):
        commands.hold(match.table, CLEOPATRA, "phone", 1010.0)


def test_a_bot_needs_nobody_to_sit_down() -> None:
    match = waiting(NEW, bots={CAESAR: "consul"})
    assert match.table.open_seats == [CLEOPATRA]
    match.sit(CLEOPATRA, "Livia")
    assert (match.table.status, match.table.people) == (LIVE, [CLEOPATRA])
    assert show_table(match.table)["seats"][CAESAR] == {
        "seat": "caesar", "kind": "bot", "level": "consul", "name": None, "open": False,
    }  # fmt: skip
    with match.refuses("nothing"):
        match.come_back(CAESAR)


def test_bots_play_each_other_when_somebody_lets_them_begin() -> None:
    match = waiting(RACE, players=2, bots={0: "tiro", 1: "miles"})
    assert (match.table.status, match.table.open_seats) == (WAITING, [])
    commands.begin(match.table, 1000.0)
    assert (match.table.status, match.table.people) == (LIVE, [])
    assert match.table.bots_due == [match.table.state.to_move]


def test_in_hot_seat_one_person_plays_all_seats_and_asks_nobody() -> None:
    match = opened(NEW, hotseat=True)
    match.play("1 face down at praetors")
    assert kinds(match)[-1] == "move"
    match.undo(CLEOPATRA)
    assert kinds(match)[-1] == "undo"
    with match.refuses("nobody"):
        match.offer_draw(CLEOPATRA)
    match.abandon(CLEOPATRA)
    assert (match.table.result.how, match.table.result.winners) == ("abandoned", ())


# --- leaving, coming back, giving up


def test_who_leaves_resigns_where_no_bot_takes_over() -> None:
    match = opened(NEW)
    match.leave(CAESAR)
    assert (match.table.status, match.table.result.how, match.table.result.winners) == (OVER, "resigned", (CLEOPATRA,))


def test_a_bot_takes_over_for_who_leaves_until_they_come_back() -> None:
    match = opened(NEW, takeover="legatus")
    match.leave(CLEOPATRA)
    assert (match.table.status, match.table.bots, match.table.bots_due) == (LIVE, ["legatus", None], [CLEOPATRA])
    shown = show_table(match.table)["seats"][CLEOPATRA]
    assert (shown["kind"], shown["level"], shown["name"], shown["open"]) == ("bot", "legatus", "Player 0", False)
    assert match.texts(CLEOPATRA) == []
    match.come_back(CLEOPATRA)
    assert (match.table.bots, match.table.people, match.table.bots_due) == ([None, None], [0, 1], [])
    assert match.texts(CLEOPATRA)
    with match.refuses("nothing"):
        match.come_back(CLEOPATRA)


def test_whoever_leaves_last_gives_up() -> None:
    match = opened(NEW, takeover="tiro")
    match.leave(CAESAR)
    assert match.table.status == LIVE
    match.leave(CLEOPATRA)
    assert (match.table.status, match.table.result.how, match.table.result.winners) == (OVER, "resigned", (CAESAR,))


def test_a_race_without_people_is_over() -> None:
    match = seated(RACE, players=3, takeover="tiro", bots={0: "tiro", 1: "tiro"})
    match.leave(2)
    assert (match.table.status, match.table.result.how, match.table.result.winners) == (OVER, "abandoned", ())


def test_who_gave_up_does_not_come_back() -> None:
    match = seated(RACE, players=3)
    match.resign(2)
    with match.refuses("resigned"):
        match.come_back(2)


def test_resigning_loses_a_match_of_two() -> None:
    match = opened(NEW, takeover="tiro")
    match.resign(CLEOPATRA)
    result = match.table.result
    assert (result.how, result.winners, result.reason) == ("resigned", (CAESAR,), "Cleopatra resigned")
    assert (match.table.awaited, match.table.bots) == ([], [None, None])


def test_resigning_alone_is_lost_and_nobody_wins() -> None:
    match = seated(ROME, solo="medium", side="pompey")
    match.resign(0)
    assert match.table.status == OVER
    assert (match.table.result.winners, match.table.result.reason) == ((), "Pompey resigned")


def test_resigning_among_six_lets_a_bot_drive_on() -> None:
    match = seated(RACE, players=6)
    for seat in range(5):
        match.resign(seat)
        assert (match.table.status, match.table.bots[seat]) == (LIVE, "centurio")
    assert match.table.people == [5]
    match.resign(5)
    assert (match.table.status, match.table.result.how) == (OVER, "abandoned")


def test_a_match_is_abandoned_only_where_no_other_person_plays() -> None:
    match = opened(NEW)
    with match.refuses("people", "others are at the table"):
        match.abandon(CLEOPATRA)
    match = opened(NEW, bots={CAESAR: "tiro"})
    match.abandon(CLEOPATRA)
    assert (match.table.result.how, match.table.result.winners) == ("abandoned", ())
    race = seated(RACE, players=3, bots={0: "tiro"}, takeover="tiro")
    with race.refuses("people"):
        race.abandon(1)
    race.leave(2)
    race.abandon(1)
    assert race.table.result.how == "abandoned"


def test_a_table_that_nobody_came_to_is_abandoned_and_has_a_record() -> None:
    match = waiting(NEW)
    match.sit(CLEOPATRA)
    match.abandon(CLEOPATRA)
    assert match.table.status == OVER
    assert '[Moves "0"]' in match.table.record()


# --- draws


def test_a_draw_needs_the_other() -> None:
    match = opened(NEW)
    match.offer_draw(CLEOPATRA)
    assert (match.table.status, show_table(match.table)["draw"]) == (LIVE, [CLEOPATRA])
    with match.refuses("nothing"):
        match.answer_draw(CLEOPATRA, True)
    match.answer_draw(CAESAR, True)
    assert (match.table.status, match.table.result.how, match.table.result.winners) == (OVER, "agreed", ())


def test_two_offers_are_an_agreement() -> None:
    match = opened(NEW)
    match.offer_draw(CLEOPATRA)
    match.offer_draw(CAESAR)
    assert match.table.result.how == "agreed"


def test_a_refusal_ends_the_offer() -> None:
    match = opened(NEW)
    match.offer_draw(CLEOPATRA)
    match.answer_draw(CAESAR, False)
    assert (match.table.status, match.table.draw) == (LIVE, set())
    with match.refuses("nothing"):
        match.answer_draw(CAESAR, True)


def test_a_move_ends_the_offer() -> None:
    match = opened(NEW)
    match.offer_draw(CAESAR)
    match.play("1 face down at praetors")
    assert match.table.draw == set()
    with match.refuses("nothing"):
        match.answer_draw(CLEOPATRA, True)


def test_among_several_all_must_agree() -> None:
    match = seated(RACE, players=3)
    match.offer_draw(0)
    match.answer_draw(1, True)
    assert (match.table.status, match.table.draw) == (LIVE, {0, 1})
    match.answer_draw(2, True)
    assert (match.table.status, match.table.result.reason) == (OVER, "a draw by agreement")


def test_bots_do_not_agree_to_a_draw() -> None:
    with (match := opened(NEW, bots={CAESAR: "tiro"})).refuses("nobody", "bots play on"):
        match.offer_draw(CLEOPATRA)
    with (match := seated(RACE, players=3, bots={0: "tiro"})).refuses("bots"):
        match.offer_draw(1)


def test_nobody_agrees_for_a_bot_that_took_over_after_the_offer() -> None:
    match = seated(RACE, players=3, takeover="tiro")
    match.offer_draw(0)
    match.leave(2)
    with match.refuses("nothing"):
        match.answer_draw(1, True)
    assert match.table.status == LIVE
