"""A study as one page: every number with its interval, every plot with its table; no scripts, no network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from .charts import Dot, bars, dots
from .page import Page, capital, document, number, percent

GENERATOR = "quadriga study"
NO_SEAT = ("draw", "shared", "nobody, all unplaced")
"""Rows of the winner that are nobody's."""


def dot(row: Mapping[str, Any], kind: str) -> Dot:
    """Take a value and its interval out of a row of statistics."""
    return Dot(row[kind], row["low"], row["high"])


def study_page(data: Mapping[str, Any], command: str) -> str:
    """Write the page of a study from its data."""
    page = Page()
    about(page, data, command)
    seat_section(page, data)
    share_sections(page, data["shares"])
    rate_sections(page, data["rates"])
    mean_section(page, data)
    for title, bins in data["histograms"].items():
        histogram(page, title, bins)
    decisive_section(page, data["decisive"])
    total_sections(page, data["totals"])
    for option, choices in data["by"].items():
        option_section(page, data, option, choices)
    return document(f"{data['title']}: a study of {data['games']:,} games", GENERATOR, page)


def about(page: Page, data: Mapping[str, Any], command: str) -> None:
    """Say what was played, by whom, how often, and what the intervals mean."""
    options = ", ".join(f"{name} {value}" for name, value in data["options"].items())
    players = data["players"]
    who = f"{players[0]} on every seat"
    if len(players) > 1:
        who = ", ".join(f"{seat}: {name}" for seat, name in zip(data["seats"], players, strict=True))
    limits = (("playouts", "playouts"), ("seconds_a_move", "s"))
    thinking = [f"{data[key]} {word} a move" for key, word in limits if data[key]]
    rows = [
        ("Game", f"{data['title']}, version {data['game_version']}"),
        ("Options", options),
        ("Players", "; ".join([who, *thinking])),
        ("Sample", f"{data['games']:,} games, seeds {data['seed']} to {data['seed'] + data['asked'] - 1}"
                   + ("" if data["complete"] else f" (interrupted: {data['asked']:,} were asked for)")),
        ("Command", command),
        ("Made with", f"quadriga {data['quadriga']}"),
    ]  # fmt: skip
    entries = "\n".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in rows)
    page.parts.append(f"<dl>\n{entries}\n</dl>")
    page.words(
        "Every value stands with its 95 % interval: shares by Wilson, means by their variance, sums by how much the "
        "parts of the sample differ. Of twenty such intervals about one misses the truth by chance. The numbers are "
        "about these players: others may play another game."
    )
    if len(set(players)) > 1:
        page.words("The seats have different players: a seat's share says as much about its player as about the seat.")


def seat_section(page: Page, data: Mapping[str, Any]) -> None:
    """Show the advantage of every seat."""
    rows = data["shares"]["winner"]
    sides = [name for name in rows if name not in NO_SEAT]
    even = sum(rows[name]["share"] for name in sides) / len(sides) if len(sides) > 1 else None
    page.heading("Who wins")
    share_figure(page, "winner", rows, even)
    if even is not None:
        page.words(f"The broken line is an even share of the games that were won: {percent(even, 1)} for each.")
        best = max(sides, key=lambda name: rows[name]["share"] or 0)
        if rows[best]["low"] > even:
            page.words(f"{capital(best)} wins more than an even share: {percent(rows[best]['share'])}.")


def share_figure(page: Page, title: str, rows: Mapping[str, Any], mark: float | None = None) -> None:
    """Draw shares of games."""
    highest = max(rows, key=lambda name: rows[name]["share"] or 0)
    page.figure(
        dots(list(rows), [(title, [dot(row, "share") for row in rows.values()])], percent=True, mark=mark),
        title,
        f"Shares of all games. The largest is {highest} with {percent(rows[highest]['share'])}.",
        ("", "games", "share", "from", "to"),
        [(name, f"{row['count']:,}", *triple(row, "share")) for name, row in rows.items()],
    )


def triple(row: Mapping[str, Any], kind: str) -> tuple[str, str, str]:
    """Write a value and its interval."""
    write = percent if kind == "share" else number
    return write(row[kind]), write(row["low"]), write(row["high"])


def share_sections(page: Page, shares: Mapping[str, Any]) -> None:
    """Show all other shares."""
    for title, rows in shares.items():
        if title != "winner":
            page.heading(title)
            share_figure(page, title, rows)


def rate_sections(page: Page, rates: Mapping[str, Any]) -> None:
    """Show shares of something else than games."""
    for title, rows in rates.items():
        highest = max(rows, key=lambda name: rows[name]["share"] or 0)
        page.heading(title)
        page.figure(
            dots(list(rows), [(title, [dot(row, "share") for row in rows.values()])], percent=True, unit="share, %"),
            title,
            f"The largest share is {percent(rows[highest]['share'])}: {highest}.",
            ("", "count", "of", "share", "from", "to"),
            [(name, f"{row['count']:,}", f"{row['of']:,}", *triple(row, "share")) for name, row in rows.items()],
        )


def groups(data: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Find means that differ only in the seat they are about: these can be drawn together."""
    sides = [name for name in data["shares"]["winner"] if name not in NO_SEAT]
    found: dict[str, dict[str, Any]] = {}
    for name, row in data["means"].items():
        for side in sides:
            for ending in (f" of {side}", f", {side}"):
                if name.endswith(ending):
                    found.setdefault(name.removesuffix(ending), {})[side] = row
    yield from ((stem, rows) for stem, rows in found.items() if len(rows) > 1)


def mean_section(page: Page, data: Mapping[str, Any]) -> None:
    """Show scores by seat, and all means."""
    page.heading("Scores and length")
    for stem, rows in groups(data):
        mean_figure(page, stem, stem, rows)
    page.table(
        "per game", ("", "mean", "from", "to"), [(name, *triple(row, "mean")) for name, row in data["means"].items()]
    )


def mean_figure(page: Page, title: str, unit: str, rows: Mapping[str, Any], head: str = "") -> None:
    """Draw means of the same kind."""
    values = [dot(row, "mean") for row in rows.values()]
    page.figure(
        dots(list(rows), [(title, values)], percent=False, unit=f"{unit}, mean per game"),
        title,
        "Means per game: " + ", ".join(f"{name} {number(row['mean'])}" for name, row in rows.items()) + ".",
        (head, "mean", "from", "to"),
        [(name, *triple(row, "mean")) for name, row in rows.items()],
    )


def histogram(page: Page, title: str, bins: Sequence[Mapping[str, Any]]) -> None:
    """Show how games spread over ranges, from the first with a game to the last."""
    filled = [at for at, part in enumerate(bins) if part["games"]]
    if not filled:
        return
    kept = bins[filled[0] : filled[-1] + 1]
    labels, counts = [part["range"] for part in kept], [part["games"] for part in kept]
    total = sum(counts)
    most = labels[counts.index(max(counts))]
    page.figure(
        bars(labels, counts, title),
        f"{title}: how games spread",
        f"From {labels[0]} to {labels[-1]}; most games have {most}.",
        (title, "games", "share"),
        [(label, f"{count:,}", percent(count / total)) for label, count in zip(labels, counts, strict=True)],
    )


def decisive_section(page: Page, decisive: Mapping[str, Any]) -> None:
    """Show what goes with winning."""
    if not decisive:
        return
    page.heading("What decides")
    page.words(
        "Of all that either side got, the share that went to the side which won the game. Half, the broken line, means "
        "that it decides nothing; what stands furthest from it goes with winning or losing most."
    )
    for title, rows in decisive.items():
        order = sorted(rows, key=lambda name: -(rows[name]["share"] or 0))
        page.figure(
            dots(order, [(title, [dot(rows[name], "share") for name in order])], percent=True, mark=0.5,
                 unit="share that went to the winner, %"),
            f"{title}: to the winner",
            f"Most goes with winning at {order[0]}, {percent(rows[order[0]]['share'])}; least at {order[-1]}, "
            f"{percent(rows[order[-1]]['share'])}.",
            ("", "to the winner", "of", "share", "from", "to"),
            [(name, f"{rows[name]['count']:,}", f"{rows[name]['of']:,}",
              *(percent(rows[name][key]) for key in ("share", "low", "high"))) for name in order],
        )  # fmt: skip


def total_sections(page: Page, totals: Mapping[str, Any]) -> None:
    """Show sums by row and column."""
    for title, rows in totals.items():
        if not rows:
            continue
        names = list(next(iter(rows.values())))
        series = [(name, [dot(cells[name], "mean") for cells in rows.values()]) for name in names]
        page.heading(title)
        page.figure(
            dots(list(rows), series, percent=False),
            f"{title}, per game",
            f"Means per game for {len(rows)} rows and the columns {', '.join(names)}; the table has every number.",
            ("", *(f"{name}{part}" for name in names for part in ("", " ±"))),
            [(row, *(text for name in names for text in (number(cells[name]["mean"]), spread(cells[name]))))
             for row, cells in rows.items()],
        )  # fmt: skip


def spread(cell: Mapping[str, Any]) -> str:
    """Write half an interval."""
    return "-" if cell["low"] is None else f"{(cell['high'] - cell['low']) / 2:.3f}"


def option_section(page: Page, data: Mapping[str, Any], option: str, choices: Mapping[str, Any]) -> None:
    """Show what an option changes."""
    page.heading(f"Option {option}")
    base = data["options"][option]
    page.words(f"Every choice has a sample of its own, of {data['asked']:,} games with the same seeds.")
    names = list(dict.fromkeys(name for choice in choices.values() for name in choice["shares"]["winner"]))
    empty = {"share": None, "low": None, "high": None, "count": 0}
    cells = {
        choice: {name: found["shares"]["winner"].get(name, empty) for name in names}
        for choice, found in choices.items()
    }
    series = [(name, [dot(row[name], "share") for row in cells.values()]) for name in names]
    sentences = [
        f"{choice}: " + ", ".join(f"{name} {percent(row['share'], 1)}" for name, row in several.items() if row["count"])
        for choice, several in cells.items()
    ]
    page.figure(
        dots(list(cells), series, percent=True),
        f"winner, by {option}",
        "; ".join(sentences) + ".",
        (option, *(f"{name}{part}" for name in names for part in ("", " from", " to"))),
        [(choice, *(text for row in part.values() for text in triple(row, "share"))) for choice, part in cells.items()],
    )
    length = "turns" if all("turns" in found["means"] for found in choices.values()) else "actions"
    lengths = {choice: found["means"][length] for choice, found in choices.items()}
    mean_figure(page, f"{length}, by {option}", length, lengths, option)
    differences = data["effects"][option]
    clear = [row for row in differences if row["clear"]]
    page.words(f"Differences from {option} {base} whose interval does not hold 0: {len(clear)} of {len(differences)}.")
    if clear:
        keys = ("base", "value", "difference", "low", "high")
        page.table(
            f"what {option} changes",
            (option, "what", f"with {base}", "with it", "difference", "from", "to"),
            [(row["choice"], row["what"], *(written(row, key) for key in keys)) for row in clear],
        )


def written(row: Mapping[str, Any], key: str) -> str:
    """Write a part of a difference as its kind asks."""
    return percent(row[key]) if row["kind"] == "share" else number(row[key])
