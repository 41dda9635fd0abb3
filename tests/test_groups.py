"""That tests which share a server stay in one process: else every process starts a server of its own."""

import pytest


@pytest.mark.xdist_group("together")
def test_groups_are_kept_together(request: pytest.FixtureRequest) -> None:
    """As pytest-xdist does by the names of tests, and did not with pytest 9.2, which keeps names in another place."""
    if request.config.getoption("loadgroup", False):
        assert request.node.nodeid.endswith("@together")
