"""Writes what is made from the models into a checkout: docs/protocol.json, and the tables of docs/server.md.

python -m quadriga.server.messages      in the root of the checkout; `make protocol` makes the page's types too
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel

from quadriga.table.entry import KINDS

from . import frames, requests
from .schema import schema
from .tables import EntryShown
from .values import LIMITS

COUNTED = {
    "name": "letters of a name", "text": "letters of what is said", "seats": "seats of a table",
    "games": "games of a series",
}  # fmt: skip


def members(union: Any) -> Iterable[type[BaseModel]]:
    """Return the models of a union."""
    members: tuple[type[BaseModel], ...] = get_args(get_args(union.__value__)[0])
    return members


def parts(model: type[BaseModel], but: str) -> str:
    """List the parts of a message; those in brackets may be left out."""
    names = {field.alias or name: field.is_required() for name, field in model.model_fields.items() if name != but}
    ordered = sorted(names, key=lambda name: not names[name])
    return ", ".join(f"`{name}`" if names[name] else f"[`{name}`]" for name in ordered)


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Write a table."""
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def messages(union: Any, by: str) -> str:
    """Write a table of the messages of a union, by the part that tells them apart."""
    return table(
        (f"`{by}`", "with", "what"),
        (
            (
                ", ".join(f"`{value}`" for value in get_args(model.model_fields[by].annotation)),
                parts(model, by),
                " ".join((model.__doc__ or "").split()).removesuffix("."),
            )
            for model in members(union)
        ),
    )


def tables() -> Mapping[str, str]:
    """Write the tables of docs/server.md by their names."""
    shown = {name: field.description for name, field in EntryShown.model_fields.items() if field.description}
    return {
        "kinds of entries": ", ".join(f"`{kind}`" for kind in KINDS) + ".",
        "parts of an entry": table(("part", "what"), ((f"`{name}`", what) for name, what in shown.items())),
        "commands": messages(requests.ClientFrame, "do"),
        "frames": messages(frames.ServerFrame, "type"),
        "limits": table(("of", "most"), ((COUNTED[name], str(most)) for name, most in LIMITS.items())),
    }


def filled(page: str) -> str:
    """Fill the marked places of a page with the tables of their names."""
    for name, text in tables().items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, _, rest = page.partition(begin)
        _, found, after = rest.partition(end)
        assert found, f"there is no place for the {name}"
        page = f"{before}{begin}\n{text}\n\n{end}{after}"
    return page


def written(root: Path) -> dict[Path, str]:
    """Return the files that are made from the models, as they should be."""
    page = root / "docs" / "server.md"
    return {
        page: filled(page.read_text(encoding="utf-8")),
        root / "docs" / "protocol.json": json.dumps(schema(), indent=1) + "\n",
    }


if __name__ == "__main__":
    for path, text in written(Path(sys.argv[1] if len(sys.argv) > 1 else ".")).items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
