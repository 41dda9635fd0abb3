"""What happened in Caesar!, a paragraph for each turn; every placement of Crassus has its own, with the reason."""

from __future__ import annotations

from rich.text import Text

from quadriga.model import Event
from quadriga.terminal.layout import wrapped

SILENT = ("turn",)
"""Who places something is named by what follows."""
DREW_UNSEEN = "draws a token"
"""Told at the end of every turn of the other side: it is silent."""
CHOICE = ("caution", "unfit", "priority")
"""Kinds of events that a placement of Crassus begins with: what is out of the question, then what decided."""
INDENT = 2


def narrate(events: list[Event], width: int) -> list[Text]:
    """Write events as sentences; a turn, and in Crassus's turn each placement, begins a new line."""
    paragraphs: list[list[str]] = [[]]
    joining: list[str] = []
    before = ""
    for event in events:
        if event.kind == "row" and event.text.endswith("joins his row"):
            joining.append(event.text.removesuffix(" joins his row"))
            continue
        if joining:
            paragraphs[-1].append(joined(joining))
            joining = []
        if event.kind == "bonus":
            paragraphs[-1][-1] = f"{event.data['province']} is closed: {event.text.replace(' its bonus:', '')}."
            continue
        if event.kind == "turn" or (event.kind in CHOICE and before not in CHOICE):
            paragraphs.append(["-"] if event.kind in CHOICE else [])
        before = event.kind
        if event.kind not in SILENT and not event.text.endswith(DREW_UNSEEN):
            paragraphs[-1].append(sentence(event))
    if joining:
        paragraphs[-1].append(joined(joining))
    lines: list[Text] = []
    for sentences in paragraphs:
        if sentences:
            lines += wrapped(Text(" ".join(sentences), "italic"), width, INDENT)
    return lines


def sentence(event: Event) -> str:
    """Write an event as a sentence, in plain signs."""
    text = event.text.replace("\N{MINUS SIGN}", "-")
    return f"{text[0].upper()}{text[1:]}."


def joined(tokens: list[str]) -> str:
    """Say which tokens joined Crassus's row."""
    named = [token.removeprefix("The ") for token in tokens]
    verb = "joins" if len(named) == 1 else "join"
    text = f"{' and '.join(named)} {verb} his row."
    return text[0].upper() + text[1:]
