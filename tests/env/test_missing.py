"""Without its library an adapter says how to install it."""

import importlib
import sys

import pytest

from quadriga import QuadrigaError


@pytest.mark.parametrize(
    ("adapter", "library", "named"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("pettingzoo", "gymnasium", "gymnasium"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("openspiel", "pyspiel", "open_spiel"),
    ],
)
def test_a_missing_library_is_named_with_its_extra(
    adapter: str, library: str, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (f"quadriga.env.{adapter}", "quadriga.env.spaces"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    for module in [name for name in sys.modules if name.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=rf"needs {named}: pip install 'quadriga\[env\]'") as missing:
        importlib.import_module(f"quadriga.env.{adapter}")
    assert isinstance(missing.value, QuadrigaError)
