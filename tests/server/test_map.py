"""The maps in the docstrings of the server's packages: every file is in them, and nothing else."""

from __future__ import annotations

import pkgutil
import re
from types import ModuleType

import pytest

from quadriga import server
from quadriga.server import fast


@pytest.mark.parametrize("package", [server, fast])
def test_the_map_names_every_file_and_no_other(package: ModuleType) -> None:
    rows = [line for line in (package.__doc__ or "").splitlines() if line.startswith("| `")]
    named = re.findall(r"`(\w+)(?:\.py|/)`", " ".join(row.split("|")[1] for row in rows))
    assert sorted(named) == sorted(module.name for module in pkgutil.iter_modules(package.__path__))
