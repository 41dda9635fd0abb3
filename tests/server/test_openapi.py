"""The API does what its OpenAPI description says, whatever is asked: Schemathesis asks, the real server answers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS
from schemathesis.config import SchemathesisConfig

from .client import WAIT
from .running import Server, running

CONFIG = """
[checks]
# A schema cannot say which options go with which game, or how a table stands: such data is refused although it is valid.
positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "404", "409", "410", "422"]
negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "409", "413", "422"]
"""
RELAXED = settings(
    max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None,
    phases=[Phase.generate],
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="module")
def told(server: Server) -> Any:
    """The description itself."""
    return httpx.get(f"{server.url}/openapi.json", timeout=WAIT).json()


class Host:
    """Somebody with a key and three tables: one that waits, one that goes on, one that is over."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=WAIT)
        self.key = self.http.post("/api/visitors").json()["key"]
        self.http.cookies.clear()
        self.http.headers["Authorization"] = f"Bearer {self.key}"
        self.waiting = self.create("me", "open")
        self.live = self.create("me", "me")
        self.over = self.create("me", "me")
        for _ in range(12):
            seat = self.http.get(f"/api/tables/{self.over}").json()["awaited"][0]
            shown = self.http.get(f"/api/tables/{self.over}?seat={seat}").json()
            move = shown["views"][0]["legal"][0]["id"]
            self.order(do="move", seat=seat, version=shown["version"], move=move)
        self.order(do="resign", seat=0)

    def create(self, *kinds: str) -> str:
        wish = {"game": "caesar-cleopatra-2024", "seats": [{"kind": kind} for kind in kinds], "hints": True}
        id: str = self.http.post("/api/tables", json=wish).json()["table"]["id"]
        return id

    def order(self, **order: Any) -> None:
        assert self.http.post(f"/api/tables/{self.over}/commands", json=order).status_code == 200


def test_schemathesis_finds_nothing(server: Server, tmp_path: Path) -> None:
    """All its checks, with data that fits the description and data that does not, alone and in sequences."""
    (tmp_path / "schemathesis.toml").write_text(CONFIG)
    arguments = [
        "--config-file", str(tmp_path / "schemathesis.toml"), "run", f"{server.url}/openapi.json", "--checks", "all",
        "--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "8", "--seed", "6", "--no-color",
        "--generation-database", "none", "--workers", "1",
    ]  # fmt: skip
    command = [str(Path(sys.executable).with_name("schemathesis")), *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert "Tested: 0" not in done.stdout and "Operations:" in done.stdout
    assert httpx.get(f"{server.url}/ready", timeout=WAIT).status_code == 200


def ask_at_tables(operation: Any, host: Host) -> set[int]:
    """Try an operation at the tables of a host; return the statuses of the answers."""
    statuses: set[int] = set()
    fitting = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    wrong = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

    @RELAXED
    @given(case=st.one_of(fitting, wrong), id=st.sampled_from([host.waiting, host.live, host.over]))
    def ask(case: Any, id: str) -> None:
        body = case.body if isinstance(case.body, dict) else {}
        if body.get("do") in ("resign", "leave", "abandon", "draw"):
            return  # the tables are still needed as they are
        case.path_parameters["id"] = id
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {host.key}"}
        response = case.call()
        statuses.add(response.status_code)
        case.validate_response(response, excluded_checks=[CHECKS.get_one("negative_data_rejection")])

    ask()
    return statuses


def test_at_tables_that_are_there_every_operation_answers_as_described(server: Server) -> None:
    """The ids that Schemathesis makes up are nobody's; here they are those of tables at which the caller sits."""
    described = schemathesis.openapi.from_url(f"{server.url}/openapi.json", config=SchemathesisConfig.from_str(CONFIG))
    host = Host(server.url)
    seen: dict[str, set[int]] = {}
    for found in described.include(path_regex="/tables/{id}").get_all_operations():
        seen[found.ok().label] = ask_at_tables(found.ok(), host)
    host.http.close()
    assert seen["GET /api/tables/{id}"] >= {200}, seen
    assert seen["POST /api/tables/{id}/link"] >= {200}, seen
    assert seen["GET /api/tables/{id}/record"] >= {200, 409}, seen
    assert all(404 not in statuses for statuses in seen.values()), seen


def test_every_operation_describes_its_answers_and_its_errors(told: Any) -> None:
    error = {"$ref": "#/components/schemas/ErrorAnswer"}
    paths = set(told["paths"])
    assert {"/api/games", "/api/visitors", "/api/tables", "/api/tables/{id}", "/api/tables/{id}/commands"} <= paths
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            where = f"{method} {path}"
            assert operation["description"], where
            good = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
            assert good, where
            for answer in good:
                for content in answer["content"].values():
                    assert set(content["schema"]) & {"$ref", "items", "type"}, where
            for status in ("400", "422", "429"):
                assert operation["responses"][status]["content"]["application/json"]["schema"] == error, (where, status)


def test_an_error_is_described_in_one_form_only(told: Any) -> None:
    schemas = told["components"]["schemas"]
    assert "HTTPValidationError" not in schemas, "errors have another form than the one described"
    assert schemas["ErrorAnswer"]["properties"] == {"error": {"$ref": "#/components/schemas/Fault"}}
    assert set(schemas["Fault"]["required"]) == {"code", "message", "rule"}


def test_what_tables_and_entries_hold_is_described(told: Any) -> None:
    schemas = told["components"]["schemas"]
    for name in ("TableMessage", "TableShown", "EntryShown", "ResultShown", "Stored"):
        assert schemas[name]["properties"], name
    assert schemas["TableShown"]["additionalProperties"] is False
