"""The loop of a match in the terminal: one person against bots, or several people at one keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rich.text import Text

from quadriga.errors import IllegalMove
from quadriga.model import Event, Move
from quadriga.players import Player, decide
from quadriga.rulebook import rulebook

from . import example, is_asked_for, narrator, renderer, search, sized
from .choose import choose, complete
from .files import write_whole
from .layout import paragraph, wrapped
from .match import Match
from .narration import verdict
from .rules import find, lines_of
from .screen import Screen

COMMANDS = {
    "help": "this page (also ?)",
    "moves": "list all moves with their numbers",
    "table": "draw the table again (also Enter)",
    "rules": "rules WORD or rules CLAUSE finds clauses; rules alone shows all",
    "log": "what has happened so far",
    "undo": "take back your last choice",
    "record": "print the match as text; record FILE writes it",
    "quit": "leave (also q)",
}
TO_SAVE = "To keep a game, start it with --record FILE, or type `record FILE` while you play."


class Leave(Exception):
    """A person leaves the table."""


class TerminalTable:
    """A table in the terminal: it seats people and bots at a match and leads them through it."""

    def __init__(self, match: Match, bots: Mapping[int, Player], screen: Screen) -> None:
        self.match = match
        self.bots = bots
        self.screen = screen
        self.draw = renderer(match.game)
        self.narrate = narrator(self.draw)
        self.people = [seat for seat in range(len(match.game.seats)) if seat not in bots]
        self.at_keyboard: int | None = None if len(self.people) > 1 else self.people[0]
        self.typed_ahead: list[str] = []

    @property
    def shared(self) -> bool:
        """Whether several people share the keyboard and must not see each other's cards."""
        return len(self.people) > 1

    def run(self) -> int:
        """Play to the end; return the exit code."""
        self.screen.show(*paragraph([self.match.game.title + ".", "Type a move or its number; help explains."], 78), "")
        try:
            if not self.shared and self.match.state.to_move in self.bots:
                self.show_table(self.people[0])  # a bot begins, and may take its time
            while (seat := self.match.state.to_move) is not None:
                if seat in self.bots:
                    self.match.play(decide(self.bots[seat], self.match.state))
                else:
                    self.person(seat)
            self.finish()
        except (EOFError, Leave) as reason:
            return self.farewell(0, new_line=isinstance(reason, EOFError))
        except KeyboardInterrupt:
            return self.farewell(130, new_line=True)
        return 0

    # --- one person's decision

    def person(self, seat: int) -> None:
        """Let the person at a seat decide once."""
        new_at_keyboard = self.at_keyboard != seat
        if new_at_keyboard:
            self.curtain(seat)
        state = self.match.state
        if (
            len(state.legal) == 1
            and not self.shared
            and (self.typed_ahead or not is_asked_for(self.draw, state.legal[0]))
        ):
            # With several people this would tell the other what is in a hand; they are asked like any other time.
            self.tell(self.match.news(seat))
            self.only_move(state.legal[0])
            return
        self.show_decision(seat, whole=new_at_keyboard)
        done = False
        while not done:
            if not self.typed_ahead:
                lines = self.ask(seat).split(";")
                self.typed_ahead = [line for line in lines if line.strip()] or [""]
            done = self.answer(seat, self.typed_ahead.pop(0).strip())
        if self.match.trouble:
            self.say(self.match.trouble, "yellow")
            self.match.trouble = ""

    def only_move(self, move: Move) -> None:
        """Play a move without alternative and say so; if it was typed ahead, that word is used up."""
        if self.typed_ahead and choose(self.typed_ahead[0], (move,), ()).move == move:
            self.typed_ahead.pop(0)
        elif self.typed_ahead and self.typed_ahead[0].strip().isdigit():
            self.typed_ahead.clear()  # a number was meant for this list, and would mean anything in the next
        self.say(f"Your only move: {move.text}.")
        self.match.play(move)

    def ask(self, seat: int) -> str:
        """Ask for a line at the prompt of a seat."""
        legal = self.match.state.legal
        name = self.match.game.seats[seat].capitalize()
        return self.screen.ask(f"{name}> ", lambda text: complete(text, legal, tuple(COMMANDS)))

    def answer(self, seat: int, line: str) -> bool:
        """Do what a line says; return whether a move was made or taken back."""
        word, _, rest = line.partition(" ")
        command = {"?": "help", "exit": "quit", "q": "quit"}.get(word.lower(), word.lower())
        if command in COMMANDS:
            return bool(getattr(self, f"do_{command}")(seat, rest.strip()))
        move = self.read(line)
        if move is None:
            self.typed_ahead.clear()
            return False
        self.match.play(move)
        return True

    def read(self, line: str) -> Move | None:
        """Read a move; say what is wrong if it is none."""
        state = self.match.state
        if not line:
            default = self.on_enter()
            if default is None and self.at_keyboard is not None:
                self.show_decision(self.at_keyboard, whole=True)
            return default
        choice = choose(line, state.legal, state.game.moves)
        move = choice.move
        if move is not None and choice.legal:
            return move
        if move is not None:
            self.refuse(move)
        elif choice.candidates and choice.legal:
            self.offer("Which of these?", choice.candidates)
        elif found := search(self.draw, state.view(state.to_move), state.legal, line):
            self.offer("Which of these?" if len(found) > 1 else "This one?", found)
        elif choice.candidates:
            self.offer("None of these is possible now:", choice.candidates)
        elif line.isdigit():
            self.say(f"There is no move {line[:20]}; the numbers are 1 to {len(state.legal)}.")
        else:
            self.say(f"{line[:60]!r} is neither a move nor a command. Type help, or moves for all moves.")
        return None

    def on_enter(self) -> Move | None:
        """Name the move that a mere Enter makes: at a shared keyboard, so that nobody hears who has a choice."""
        legal = self.match.state.legal
        if not self.shared:
            return legal[0] if len(legal) == 1 else None
        allow = [move for move in legal if move.kind == "allow"]
        return legal[0] if len(legal) == 1 else allow[0] if allow else None

    def refuse(self, move: Move) -> None:
        """Say by which clause a move is refused."""
        try:
            self.match.state.copy().play(move)
        except IllegalMove as error:
            self.say(str(error), "yellow")

    def offer(self, question: str, candidates: tuple[Move, ...]) -> None:
        """List what a text may stand for."""
        state = self.match.state
        listed = getattr(self.draw, "offer", None)
        if listed and all(move in state.legal for move in candidates):
            self.say(question)
            self.screen.show(*listed(state.view(state.to_move), state.legal, candidates, self.screen.width))
            return
        numbers = {move: number for number, move in enumerate(state.legal, 1)}
        shown = [f"[{numbers[move]}] {move.text}" if move in numbers else move.text for move in candidates[:12]]
        more = f"... and {len(candidates) - 12} more" if len(candidates) > 12 else ""
        self.say(f"{question} {' | '.join(shown)} {more}")

    # --- commands

    def do_help(self, seat: int, rest: str) -> None:
        """Explain."""
        self.say(f"A move is typed by its number or its text; words may be cut short: {example(self.draw)}.")
        self.say("Several moves go on one line with ; between them. Tab completes. Enter alone draws the table again.")
        for name, text in COMMANDS.items():
            self.screen.show(f"  {name:<7} {text}")
        self.say(f"On the table: {self.draw.LEGEND}")

    def do_moves(self, seat: int, rest: str) -> None:
        """List all moves."""
        state = self.match.state
        self.screen.show(*self.draw.menu(state.view(seat), state.legal, self.screen.width, short=False))

    def do_table(self, seat: int, rest: str) -> None:
        """Draw the table again."""
        self.show_decision(seat, whole=True)

    def do_rules(self, seat: int, rest: str) -> None:
        """Show clauses."""
        found = find(rulebook(self.match.game.name), rest)
        if not found:
            self.say(f"No clause has {rest!r}.")
        for clause in found:
            self.screen.show(*lines_of(clause, self.screen.width))

    def do_log(self, seat: int, rest: str) -> None:
        """Tell what has happened, as this seat may know it."""
        self.tell(self.match.history(seat))

    def do_undo(self, seat: int, rest: str) -> bool:
        """Take back the last choice: freely against bots, if all agree with several people."""
        self.typed_ahead.clear()
        everybody = "both" if len(self.people) == 2 else "all"
        if self.shared and self.screen.ask(f"Do {everybody} of you agree? [y/N] ").strip().lower() not in ("y", "yes"):
            return False
        done = self.match.take_back(seat)
        self.say("Taken back." if done else "There is nothing to take back.")
        return done

    def do_record(self, seat: int, rest: str) -> None:
        """Print or write the match."""
        if rest:
            try:
                write_whole(Path(rest).expanduser(), self.match.record())
                self.say(f"Written to {rest}.")
            except (OSError, ValueError) as error:
                self.say(f"cannot write {rest}: {getattr(error, 'strerror', None) or error}")
        elif self.shared:
            self.say("The record names every hidden card: it is shown when the game is over. `record FILE` writes it.")
        else:
            self.screen.show("The record names every hidden card and the seed of all draws.", "")
            self.screen.show(*self.match.record().splitlines())

    def do_quit(self, seat: int, rest: str) -> None:
        """Leave the table."""
        raise Leave

    # --- what is shown

    def show_decision(self, seat: int, *, whole: bool = False) -> None:
        """Show the table, what happened, the question and the moves: the lower, the more a small screen needs it."""
        state, width = self.match.state, self.screen.width
        news = self.match.news(seat)
        if self.typed_ahead:
            self.tell(news)
            return
        view = state.view(seat)
        told = self.narrate(news, width)
        default = self.on_enter()
        question = self.draw.question(view) + (f" Enter: {default.text}." if default else "")
        asked = wrapped(Text(question, "bold"), width)
        menus = [self.draw.menu(view, state.legal, width, short=short) for short in (False, True)]
        left = self.screen.height - len(told) - len(asked) - 2
        table = [] if whole else self.draw.hand(view, width)
        table = table or sized(self.draw, view, width, left - len(menus[1]))
        menu = menus[0] if len(table) + len(menus[0]) <= left else menus[1]
        self.screen.show(*table, *told, *asked, *menu)

    def show_table(self, seat: int) -> None:
        """Show the table alone, to somebody who does not decide."""
        view = self.match.state.view(seat)
        self.screen.show(*sized(self.draw, view, self.screen.width, self.screen.height - 2))

    def tell(self, events: list[Event]) -> None:
        """Tell what happened."""
        self.screen.show(*self.narrate(events, self.screen.width))

    def say(self, text: str, style: str = "") -> None:
        """Say something to whoever is at the keyboard."""
        self.screen.show(*wrapped(Text(text, style), self.screen.width))

    def curtain(self, seat: int) -> None:
        """Hide everything from the one before and wait for the next person."""
        self.typed_ahead.clear()
        names = [name.capitalize() for name in self.match.game.seats]
        if self.at_keyboard is not None:
            self.tell(self.match.news(self.at_keyboard))
            self.screen.ask(f"{names[self.at_keyboard]}, press Enter to hide your cards. ")
        self.screen.clear()
        self.at_keyboard = None
        self.screen.ask(f"Now {names[seat]}. Only {names[seat]} looks; press Enter. ")
        self.screen.clear()
        self.at_keyboard = seat

    def finish(self) -> None:
        """Show how the game ended, with everything that is now revealed."""
        state, width = self.match.state, self.screen.width
        outcome = state.outcome
        assert outcome is not None
        if self.shared:
            self.screen.clear()
        elif self.at_keyboard is not None:
            self.tell(self.match.news(self.at_keyboard))
        clause = rulebook(self.match.game.name)[outcome.rule]
        self.screen.show("", *self.draw.score_sheet(state, width))
        self.say(f"The game is over: {outcome.reason}. {clause.text} ({clause.id})")
        self.say(f"{verdict(state.game, outcome)}.", "bold green")
        if self.match.path is not None:
            self.say(f"The match is kept in {self.match.path}.")

    def farewell(self, code: int, *, new_line: bool) -> int:
        """End politely before the end."""
        if new_line:
            self.screen.show("")
        if self.shared:
            self.screen.clear()
        kept = self.match.path
        self.say(f"Until next time. The match so far is kept in {kept}." if kept else f"Until next time. {TO_SAVE}")
        return code
