"""A bot of forty lines, with nothing but Python's own library: it speaks the protocol of docs/engine.md.

It plays whatever scores most by a few words in the text of a move, and at random among equals.
"""

import random
import sys

GOOD = ("use the bonus", "close", "face up", "6")  # what it likes to read in a move


def say(text: str) -> None:
    """Write a line at once."""
    print(text, flush=True)


def choose(moves: dict[int, str], mood: random.Random, liking: int) -> int:
    """Choose the move that reads best."""

    def value(number: int) -> float:
        return sum(liking for word in GOOD if word in moves[number]) + mood.random()

    return max(moves, key=value)


def main() -> None:
    """Read lines and answer them."""
    moves: dict[int, str] = {}
    liking = 1
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quadriga":  # the host greets with the version of the protocol
            say("id name Forty lines")
            say("id author Quadriga")
            say("option liking type spin default 1 min 0 max 9")
            say("ok")
        elif word == "set":
            liking = int(rest.split()[1])
        elif word == "position":  # a decision begins; `view` and `deal` follow, which this bot does not read
            moves = {}
        elif word == "move":
            number, _, text = rest.partition(" ")
            moves[int(number)] = text
        elif word == "go":
            given = rest.split()
            mood = random.Random(given[given.index("seed") + 1] if "seed" in given else 0)
            best = choose(moves, mood, liking)
            say(f"info text {len(moves)} moves looked at")
            say(f"bestmove {best}")
        elif word == "ping":
            say("pong")
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
