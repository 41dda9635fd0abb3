"""What happened in a race, in few words: a round of six drivers fits two lines."""

from __future__ import annotations

from rich.text import Text

from quadriga.model import HIDDEN, Event
from quadriga.terminal.layout import wrapped

SILENT = ("grid", "turn")
OWN_LINE = ("race", "race-ends", "ended")
PLACES = ("", "first", "second", "third", "fourth", "fifth", "sixth")

SKIPPED = {
    "blocked": "is blocked and skipped (AVE-T6)",
    "uncrewed": "is fully blocked (AVE-O3)",
    "waits": "must wait for the lane (AVE-C3)",
    "only-sixes": "leads with nothing but 6s and is skipped (AVE-L3)",
    "unfit": "has no card that fits and is skipped (AVE-T6)",
    HIDDEN: "can play no card and is skipped (AVE-T6)",
}
"""Why a chariot is skipped; what lies in a hand is hidden from the others."""
STANDS = {
    "stands-six": "stands still, leading with a 6 (AVE-O4)",
    "stands-unfit": "stands still, the card does not fit (AVE-O3)",
}


def narrate(events: list[Event], width: int) -> list[Text]:
    """Write events in short sentences, one for each turn; a race that begins or ends has a line of its own."""
    sentences: list[list[str]] = []
    lines: list[Text] = []
    about = ""

    def close() -> None:
        text = " ".join(", ".join(parts) + ("" if parts[-1].endswith("!") else ".") for parts in sentences)
        if text:
            lines.extend(wrapped(Text(text, "italic"), width))
        sentences.clear()

    for event in events:
        if event.kind in OWN_LINE:
            close()
            about = ""
            if event.kind != "ended":  # the score sheet follows and says it
                lines.extend(wrapped(Text(event.text + ".", "bold italic"), width))
            continue
        words = spoken(event)
        if not words:
            continue
        name = str(event.data.get("chariot") or event.seat)
        if name == about and sentences and event.kind != "drove":
            sentences[-1].append(words)
        else:
            sentences.append([f"{name.capitalize()}{':' if name[-1].isdigit() else ''} {words}"])
        about = name
    close()
    return lines


def spoken(event: Event) -> str:
    """Write one event after the name of whom it is about; nothing for what the table shows anyway."""
    data = event.data
    match event.kind:
        case "drew":
            return "" if data["card"] == HIDDEN else f"draws a {data['card']}"
        case "drove":
            to = data["to"] if isinstance(data["to"], int) else "over the line"
            return f"{data['card']} {'to ' if isinstance(to, int) else ''}{to}"
        case "lap":
            return f"lap {data['count']}"
        case "paid":
            return "Ave Caesar!"
        case "disqualified":
            return "did not hail the emperor and is disqualified"
        case "finished":
            return f"finishes {PLACES[data['place']]}" if data["place"] else "finishes without a place"
        case "removed":
            return "has no cards left and is out"
        case "skipped":
            return SKIPPED[data["why"]]
        case "must-six":
            return "must play a 6, for nobody can play"
        case "turned":
            return f"turns a {data['card']}"
        case "stands":
            return STANDS[event.key]
        case "voted":
            return "" if event.text.endswith("has voted") else event.text.partition(" ")[2]
        case "votes":  # where it drives is told next
            return "" if data["votes"] else "goes the shortest way, for nobody votes (AVE-O2)"
        case "laurels":
            return f"{data['count']} {'laurel' if data['count'] == 1 else 'laurels'} ({data['total']} in all)"
        case "stranded":
            return "is stuck and unplaced"
        case kind if kind in SILENT:
            return ""
    return event.text.partition(" ")[2]
