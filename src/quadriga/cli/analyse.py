"""`quadriga analyse RECORD`: the course of a match, the moves that cost most, or one position in full."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadriga.errors import QuadrigaError

from .arguments import seconds, whole
from .results import add_json, console_beside, must_take_json, write_json

if TYPE_CHECKING:
    from rich.table import Table

    from quadriga.model import State
    from quadriga.players.analysis import Analysis
    from quadriga.players.budget import Budget
    from quadriga.players.review import Review

MOVE_PLAYOUTS = 20_000
SPARKS, PLAIN_SPARKS = "▁▂▃▄▅▆▇█", "0123456789"
SPARK_WIDTH = 48


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("analyse", help="review a match: chances after every move, moves that cost most")
    words.add_argument("record", metavar="RECORD", type=Path, help="the file of a match, finished or not")
    usual = f"per move (default: more for those that seem to have cost most; one position: {MOVE_PLAYOUTS})"
    words.add_argument("--playouts", type=whole(1), help=usual)
    words.add_argument("--seconds", type=seconds, help="how long to think about each move instead")
    words.add_argument("--move", metavar="N", type=whole(1), help="analyse only the position before this move")
    words.add_argument("--seat", help="with --move: as this seat sees it (default: who is to move)")
    words.add_argument("--top", type=whole(1), default=10, help="how many moves to list (default: 10)")
    words.add_argument("--seed", type=whole(0), default=0, help="of the imagined deals (default: 0)")
    words.add_argument("--threads", type=whole(1), default=1, help="searches at the same time (default: 1)")
    add_json(words)
    words.add_argument("--plot", metavar="FILE", type=Path, help="draw the course of the match as .png or .svg")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Analyse a match or one of its positions."""
    from quadriga.players.budget import Budget
    from quadriga.terminal.files import must_be_writable

    if given.seat is not None and given.move is None:
        raise QuadrigaError("--seat is for one position: give --move too")
    if given.plot is not None:
        from quadriga.plots.paper import drawing, must_be_picture

        if given.move is not None:
            raise QuadrigaError("--plot draws the course of a match: leave out --move")
        must_be_picture(given.plot)
        drawing()  # says now if matplotlib is missing
    must_take_json(given.json)
    if given.plot is not None:
        must_be_writable(given.plot)
    asked = given.playouts is not None or given.seconds is not None
    if not asked and given.move is not None:
        given.playouts = MOVE_PLAYOUTS
    match = read(given.record)
    if given.move is None:
        return run_review(given, match, Budget(given.seconds, given.playouts) if asked else None)
    return run_move(given, match, Budget(given.seconds, given.playouts))


def read(path: Path) -> State:
    """Read a record and play it through."""
    import quadriga
    from quadriga.terminal.files import read_text

    text = read_text(path)
    try:
        return quadriga.replay(text)
    except QuadrigaError as error:
        raise QuadrigaError(f"{path}: {error}") from error


def compiled_first(match: State) -> None:
    """Compile the rules with a word about it, if that was not done ahead."""
    from rich.console import Console

    from quadriga.terminal.simulate import warm

    if not match.game.compiled.is_warm:
        Console(stderr=True).print("compiling the rules, once: this takes a minute (quadriga warm does it ahead)")
        warm([match.game])


def run_review(given: argparse.Namespace, match: State, budget: Budget | None) -> int:
    """Review a whole match."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from quadriga.players.review import review

    if not match.history:
        raise QuadrigaError(f"{given.record} has no moves to review; --move 1 analyses its position")
    compiled_first(match)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("looks", total=None)
        found = review(
            match, budget, given.seed, given.threads,
            progress=lambda done, of: progress.update(task, completed=done, total=of),
        )  # fmt: skip
    if given.json is not None:
        write_json(given.json, {**heading(given), **found.data()})
    if given.plot is not None:
        from quadriga.plots.course import save_course

        save_course(found, given.plot)
    console = console_beside(given.json)
    console.print(costly_table(found, given.top))
    console.print(course_table(found, plain=not console.encoding.lower().startswith("utf")))
    return 0


def run_move(given: argparse.Namespace, match: State, budget: Budget) -> int:
    """Analyse one position of a match."""
    from rich.console import Console

    from quadriga.players.analysis import analyse
    from quadriga.players.judging import position_before

    state = position_before(match, given.move)
    seats = match.game.seats
    if given.seat is not None and given.seat.lower() not in seats:
        raise QuadrigaError(f"{match.game.name} has no seat {given.seat!r}; the seats are: {', '.join(seats)}")
    seat = state.to_move if given.seat is None else seats.index(given.seat.lower())
    played = match.history[given.move - 1] if given.move <= len(match.history) else None
    compiled_first(match)
    also = [] if played is None or seat != state.to_move else [played]
    with Console(stderr=True).status("thinking"):
        found = analyse(state, seat, budget, given.seed, given.threads, also=also)
    if given.json is not None:
        asked = {"move": given.move, "played": None if played is None else match.game.moves[played].text}
        write_json(given.json, {**heading(given), **asked, **found.data()})
    console = console_beside(given.json)
    if found.moves:
        console.print(candidates_table(found, played, given.top, f"move {given.move}: {seats[found.seat]} decides"))
    chances = ", ".join(f"{name.capitalize()} {chance:.1%}" for name, chance in zip(seats, found.chances, strict=True))
    console.print(f"Chances as {seats[found.seat].capitalize()} sees them: {chances}")
    if found.line:
        line = "; ".join(f"{seats[step.seat].capitalize()}: {step.text}" for step in found.line)
        console.print(f"Expected: {line}", markup=False)
    return 0


def heading(given: argparse.Namespace) -> dict[str, Any]:
    """Say what made the numbers."""
    import quadriga

    command = {name: getattr(given, name) for name in ("playouts", "seconds", "seed", "threads")}
    return {"quadriga": quadriga.__version__, "command": command, "confidence": 0.95}


def costly_table(review: Review, top: int) -> Table:
    """List the moves that cost most."""
    from quadriga.terminal.frames import framed

    table = framed("Moves that cost most")
    for head in ("move", "turn", "seat"):
        table.add_column(head, justify="left" if head == "seat" else "right")
    table.add_column("grade")
    table.add_column("played, and better", ratio=1)
    table.add_column("cost", justify="right", no_wrap=True)
    table.add_column("chance", justify="right", no_wrap=True)
    for judged in review.costly(top):
        table.add_row(
            str(judged.number), str(judged.turn), review.game.seats[judged.seat].capitalize(), judged.grade,
            f"{judged.move.text}\n  {judged.best.text}", f"{judged.cost:.1%}\n±{100 * judged.margin:.1f}",
            f"{judged.after:.1%}\n{judged.before:.1%}",
        )  # fmt: skip
    if not table.row_count:
        table.add_row(
            "", "", "", "", "none: no move was worse than the best by more than the search may be wrong", "", ""
        )
    return table


def course_table(review: Review, *, plain: bool) -> Table:
    """Draw every seat's chances over the match in a line of characters."""
    from quadriga.terminal.frames import framed

    table = framed("Chance to win over the match")
    table.add_column("seat")
    table.add_column("start", justify="right", no_wrap=True)
    table.add_column(f"moves 1 to {len(review.moves)}", no_wrap=True)
    table.add_column("end" if review.is_over else "now", justify="right", no_wrap=True)
    signs = PLAIN_SPARKS if plain else SPARKS
    for seat, name in enumerate(review.game.seats):
        course = review.course(seat)
        width = min(SPARK_WIDTH, len(course))
        shown = [course[round(at * (len(course) - 1) / max(1, width - 1))] for at in range(width)]
        line = "".join(signs[min(len(signs) - 1, int(chance * len(signs)))] for chance in shown)
        table.add_row(name.capitalize(), f"{course[0]:.0%}", line, f"{course[-1]:.0%}")
    return table


def candidates_table(found: Analysis, played: int | None, top: int, title: str) -> Table:
    """List the moves of a position, the one searched most first; the one that was played is marked."""
    from quadriga.terminal.frames import framed

    table = framed(title)
    table.add_column("")
    table.add_column("move", ratio=1)
    for head in ("chance", "95 % interval", "share of search"):
        table.add_column(head, justify="right", no_wrap=True)
    for number, candidate in enumerate(found.moves):
        is_played = candidate.move.id == played
        if number < top or is_played:
            table.add_row(
                ">" if is_played else "", candidate.move.text, f"{candidate.value:.1%}",
                f"{candidate.low:.1%} to {candidate.high:.1%}", f"{candidate.share:.1%}",
            )  # fmt: skip
    return table
