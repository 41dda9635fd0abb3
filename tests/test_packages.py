"""What is asked of other packages: bounds from both sides where we need their inside, and pins within all bounds."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.versions import PACKAGES, TESTS, allowed, constraints, lowest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ASKED = [
    Requirement(text)
    for texts in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    for text in texts
    if not text.startswith("quadriga[")
]
PINS = {
    canonicalize_name(line.partition("==")[0]): line.partition("==")[2]
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
}


def bounds(package: str) -> set[str]:
    return {bound.operator for asked in ASKED if asked.name == package for bound in asked.specifier}


@pytest.mark.parametrize("package", ["numba", "numba-cuda"])
def test_packages_whose_inside_we_need_are_bounded_from_both_sides(package: str) -> None:
    assert bounds(package) == {">=", "<"}


@pytest.mark.parametrize("package", ["uvicorn", "websockets"])
def test_nobody_is_kept_from_new_versions_without_which_we_can_do(package: str) -> None:
    """The fast path of sockets is taken where it fits (tests/server/test_fast.py); elsewhere any version serves."""
    assert bounds(package) == {">="}


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_every_package_is_pinned_within_its_bounds(asked: Requirement) -> None:
    assert asked.specifier.contains(PINS[canonicalize_name(asked.name)])


@pytest.mark.parametrize("package", PACKAGES)
def test_the_lowest_version_is_the_lower_bound_and_the_highest_is_free(package: str) -> None:
    asked = Requirement(allowed()[package])
    (bound,) = [bound for bound in asked.specifier if bound.operator == ">="]
    assert lowest(allowed()[package]) == f"{package}=={bound.version}"
    assert f"{package}=={bound.version}" in constraints("lowest")
    assert not any(Requirement(line).name == package for line in constraints("highest"))


def test_the_tests_that_are_run_with_these_versions_are_there() -> None:
    assert [test for test in TESTS if not (ROOT / test).is_file()] == []
