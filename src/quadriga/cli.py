"""The command `quadriga`: play, sim, warm, games, rules, replay, and those of commands/: arguments are read here."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import quadriga
from quadriga.commands import COMMANDS
from quadriga.commands.arguments import look_here_for, option, whole
from quadriga.errors import QuadrigaError
from quadriga.players import LEVELS
from quadriga.rulebook import LANGUAGES

if TYPE_CHECKING:
    from quadriga.arena.sample import Sample


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong with the arguments."""

    def error(self, message: str) -> NoReturn:
        """End with exit code 2."""
        self.exit(2, f"quadriga: {message} (try: {self.prog} --help)\n")


def parser() -> Parser:
    """Describe the commands."""
    top = Parser(prog="quadriga", description="Four Roman board games, whole and by the book.")
    top.add_argument("--version", action="version", version=f"quadriga {quadriga.__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)

    play = commands.add_parser("play", help="play a game in the terminal")
    play.add_argument("name", metavar="NAME", help="the game; `quadriga games` lists them")
    play.add_argument(
        "--option", metavar="NAME=VALUE", type=option, action="append", default=[], help="an option of the game"
    )
    play.add_argument("--seat", help="where you sit (default: the first seat)")
    play.add_argument(
        "--against", metavar="PLAYER", default="greedy",
        help=f"person, greedy (the default), random, or a level: {', '.join(LEVELS)}; or module:Class for your own",
    )  # fmt: skip
    play.add_argument("--seed", type=whole(0), help="play this very deal")
    play.add_argument("--record", metavar="FILE", type=Path, help="keep the match in a file, move by move")
    play.set_defaults(run=run_play)

    sim = commands.add_parser("sim", help="play many random games on all cores and show what they tell")
    sim.add_argument("name", metavar="NAME", help="the game; `quadriga games` lists them")
    sim.add_argument("--games", type=whole(1), required=True, help="how many")
    sim.add_argument(
        "--option", metavar="NAME=VALUE", type=option, action="append", default=[], help="an option of the game"
    )
    sim.add_argument(
        "--seed", type=whole(0), default=0, help="the first game's seed (default: 0); the next has one more"
    )
    sim.add_argument("--threads", type=whole(1), help="default: one for every core")
    sim.add_argument("--json", metavar="FILE", type=Path, help="write all numbers to a file")
    sim.add_argument("--greedy", action="store_true", help="choose by a simple preference instead of at random")
    sim.add_argument(
        "--by", metavar="OPTION", action="append", help="compare every choice of an option; each gets its own sample"
    )
    sim.add_argument("--check", action="store_true", help="check the invariants in every position")
    sim.set_defaults(run=run_sim)

    warm = commands.add_parser("warm", help="compile the rules now, so that nobody waits later")
    warm.add_argument("names", metavar="NAME", nargs="*", help="games (default: all)")
    warm.set_defaults(run=run_warm)

    commands.add_parser("games", help="list the games and their options").set_defaults(run=run_games)

    rules = commands.add_parser("rules", help="show the numbered clauses of a rulebook")
    rules.add_argument("name", metavar="NAME", help="the game")
    rules.add_argument("query", metavar="CLAUSE|WORD", nargs="*", help="a clause's number, or words to look for")
    rules.add_argument("--language", choices=LANGUAGES, default="en", help="English (the default), Czech or Dutch")
    rules.set_defaults(run=run_rules)

    replay = commands.add_parser("replay", help="check a record and show how the match ended")
    replay.add_argument("file", metavar="FILE", type=Path)
    replay.set_defaults(run=run_replay)
    for name in COMMANDS:
        import_module(f"quadriga.commands.{name}").add(commands)
    return top


def read(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the arguments; words to look for may stand before and behind an option."""
    top = parser()
    given, rest = top.parse_known_args(arguments)
    if rest and (given.command != "rules" or any(word.startswith("-") for word in rest)):
        top.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:  # argparse takes all the words of a query from one place
        given.query += rest
    return given


def load(given: argparse.Namespace) -> quadriga.Game:
    """Load the game that the arguments name."""
    names = [name for name, _ in given.option]
    for name in names:
        if names.count(name) > 1:
            raise QuadrigaError(f"option {name} is given twice")
    return quadriga.load_texts(given.name, dict(given.option))


def run_play(given: argparse.Namespace) -> int:
    """Play a game."""
    from quadriga.players import player
    from quadriga.terminal.files import must_be_writable
    from quadriga.terminal.match import Match
    from quadriga.terminal.play import Table
    from quadriga.terminal.screen import Screen

    game = load(given)
    seat = game.seats[0] if given.seat is None else given.seat.lower()
    if seat not in game.seats:
        raise QuadrigaError(f"{game.name} has no seat {given.seat!r}; the seats are: {', '.join(game.seats)}")
    if given.record is not None:
        must_be_writable(given.record)
    others = [number for number, name in enumerate(game.seats) if name != seat and given.against != "person"]
    look_here_for([given.against])
    bots = {number: player(given.against) for number in others}
    if bots and given.against not in ("random", "greedy") and not game.compiled.is_warm:
        from quadriga.terminal.simulate import warm

        warm([game])  # players that think need the compiled rules; once
    return Table(Match(game, given.seed, given.record), bots, Screen()).run()


def run_sim(given: argparse.Namespace) -> int:
    """Play many random games."""
    from rich.console import Console

    from quadriga.terminal.files import must_be_writable
    from quadriga.terminal.report import comparison, report
    from quadriga.terminal.simulate import simulate, write_json

    game = load(given)
    if given.json is not None:
        must_be_writable(given.json)
    set_by_hand = {name for name, _ in given.option}
    by = given.by or [name for name in game.definition.compared if name not in set_by_hand]
    variants = {name: game.variants(name) for name in by}
    samples: dict[quadriga.Game, Sample] = {}
    for variant in (game, *(one for several in variants.values() for one in several)):
        if variant not in samples and all(sample.is_whole for sample in samples.values()):
            samples[variant] = simulate(
                variant, given.games, given.seed, given.threads, check=given.check, greedy=given.greedy
            )
    console = Console(highlight=False)
    if samples[game].sums[0]:
        console.print(report(samples[game], console))
    compared = {name: [samples[one] for one in several if one in samples] for name, several in variants.items()}
    for name, several_samples in compared.items():
        console.print(comparison(name, several_samples, console.width))
    if given.json is not None:
        write_json(given.json, samples[game], compared, vars(given))
    return sim_verdict(list(samples.values()), check=given.check)


def sim_verdict(samples: list[Sample], *, check: bool) -> int:
    """Say whether all samples are whole and sound; return the exit code."""
    last = samples[-1]
    if last.broken is not None:
        broken = f"game {last.broken} (seed {last.seed + last.broken}) of {last.game!r}"
        print(f"quadriga: {broken} breaks an invariant or does not end", file=sys.stderr)
        return 1
    if last.interrupted:
        print(f"quadriga: interrupted after {last.sums[0]} of {last.asked} games", file=sys.stderr)
        return 130
    if check:
        games = sum(int(sample.sums[0]) for sample in samples)
        print(f"Every position of {games:,} games was checked: no invariant is broken.")
    return 0


def run_warm(given: argparse.Namespace) -> int:
    """Compile the rules."""
    from quadriga.games import places
    from quadriga.terminal.simulate import warm

    begun = time.perf_counter()
    folders = warm([quadriga.load(name) for name in dict.fromkeys(given.names or places())])
    for name, folder in folders.items():
        print(f"{name}: {folder}")
    print(f"Ready after {time.perf_counter() - begun:.1f} s.")
    return 0


def run_games(given: argparse.Namespace) -> int:
    """List the games."""
    for name, game in quadriga.games().items():
        print(f"{name}  {game.title}, for {len(game.seats)}: {', '.join(game.seats)}")
        for known in game.definition.options:
            print(
                f"  {known.name}={'|'.join(map(known.write, known.choices))}  (default: {known.write(known.default)})"
            )
            print(f"      {known.help} ({', '.join(known.clauses)})")
    return 0


def run_rules(given: argparse.Namespace) -> int:
    """Show clauses."""
    from quadriga.terminal.rules import find, lines_of
    from quadriga.terminal.screen import Screen

    book = quadriga.rulebook(given.name, given.language)
    query = " ".join(given.query)
    found = find(book, query)
    if not found:
        raise QuadrigaError(f"the rulebook of {given.name} has no clause and no word {query!r}")
    screen = Screen()
    for clause in found:
        screen.show(*lines_of(clause, screen.width, book.language))
    return 0


def run_replay(given: argparse.Namespace) -> int:
    """Check a record."""
    from quadriga.terminal.files import read_text
    from quadriga.terminal.narration import verdict

    text = read_text(given.file)
    try:
        state = quadriga.replay(text)
    except QuadrigaError as error:
        raise QuadrigaError(f"{given.file}: {error}") from error
    game, outcome = state.game, state.outcome
    options = " ".join(f"{name}={value}" for name, value in game.options.items())
    print(f"{game.title} ({options}): {len(state.history)} moves, the record is right.")
    if outcome is None:
        decides = game.seats[state.to_move or 0].capitalize()
        print(f"The game goes on: {decides} decides among {len(state.legal)} moves.")
        return 0
    points = ", ".join(f"{seat.capitalize()} {score}" for seat, score in zip(game.seats, outcome.scores, strict=True))
    print(f"{verdict(game, outcome)}: {points}. {outcome.reason.capitalize()} ({outcome.rule}).")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; what was wrong with what was given is one line and exit code 2."""
    from quadriga.terminal.screen import leave_quietly

    given = read(arguments)
    try:
        code: int = given.run(given)
        sys.stdout.flush()
        return code
    except QuadrigaError as error:
        print(f"quadriga: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        leave_quietly()
        return 1
    except KeyboardInterrupt:
        print("quadriga: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
