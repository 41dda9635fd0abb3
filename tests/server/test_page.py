"""What the page is made of: its files, and what it asks the server for that no table has."""

from __future__ import annotations

import gzip
import re

import httpx
import pytest

import quadriga
from quadriga.rulebook.scenarios import scenarios

from .stories import bad, good

GAMES = tuple(quadriga.games())
ADDRESSES = ("/", "/new/caesar", "/table/abc", "/table/abc/review", "/rules/ave-caesar", "/rules/caesar/rome-ex3",
             "/learn/caesar")  # fmt: skip
ANSWER = "<{}>; rel=preload; as=fetch; crossorigin"


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_of_the_page_shows_it(http: httpx.Client, address: str) -> None:
    answer = http.get(address)
    assert answer.status_code == 200 and "text/html" in answer.headers["content-type"]
    assert answer.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "<script>" not in answer.text and "http://" not in answer.text and "https://" not in answer.text


def test_the_files_of_a_view_are_named_with_the_page(http: httpx.Client) -> None:
    views = {address: http.get(address).headers["link"] for address in ADDRESSES}
    for address, named in views.items():
        files = re.findall(
            r"<(/assets/[^>]+\.(?:js|css))>; rel=(?:modulepreload|preload; as=style); crossorigin", named
        )
        assert named.endswith(ANSWER.format("/api/games"))  # what every view asks for
        assert len(files) == len(named.split(", ")) - 1 == len(set(files)) > 1, address
        assert all(http.head(file).status_code == 200 for file in files)
    assert len(set(views.values())) == len(views)


def test_the_board_of_a_table_and_the_words_of_a_visitor_are_named_with_the_page(http: httpx.Client) -> None:
    def named(address: str, language: str) -> set[str]:
        return set(http.get(address, headers={"accept-language": language}).headers["link"].split(", "))

    laid = good(http.post("/api/tables", json={"game": "caesar", "seats": [{"kind": "open"}] * 2}))
    at, nowhere = f"/table/{laid['table']['id']}", "/table/abc"
    boards = named(at, "en") - named(nowhere, "en")
    assert sum("/caesar-board-" in each for each in boards) == 2  # script and styles
    assert ANSWER.format("/api/games/caesar/material") in boards
    assert all("-board-" not in each for each in named(nowhere, "en"))
    for language, like in (("cs-CZ,cs;q=0.9,en;q=0.8", "cs"), ("fr, nl;q=0.5", "nl"), ("fr", "en"), ("", "en")):
        assert named(at, language) == named(at, like)
    assert len({frozenset(named(at, language)) for language in ("en", "cs", "nl")}) == 3


@pytest.mark.parametrize("address", [*ADDRESSES, "/icon.svg", "/docs", "/openapi.json"])
def test_every_address_has_a_head(http: httpx.Client, address: str) -> None:
    whole, head = http.get(address), http.head(address)
    assert (head.status_code, head.content) == (200, b"")
    assert dict(head.headers, date="") == dict(whole.headers, date="")


def test_its_files_never_change_and_come_compressed(http: httpx.Client) -> None:
    script = re.search(r'(?:src|href)="(/assets/base[^"]+\.js)"', http.get("/").text)
    assert script is not None
    plain = http.get(script[1], headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    sizes = [len(plain.content)]
    for accepted, given in (("gzip, deflate", "gzip"), ("gzip, deflate, br, zstd", "br"), ("br;q=0, gzip", "gzip")):
        with http.stream("GET", script[1], headers={"accept-encoding": accepted}) as answer:
            packed = b"".join(answer.iter_raw())
        assert answer.status_code == 200 and answer.headers["content-encoding"] == given
        assert int(answer.headers["content-length"]) == len(packed) < len(plain.content) / 2
        assert answer.headers["content-type"] == plain.headers["content-type"] == "text/javascript; charset=utf-8"
        assert answer.headers["vary"].lower() == plain.headers["vary"].lower() == "accept-encoding"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["x-content-type-options"] == "nosniff"
        if given == "gzip":
            assert gzip.decompress(packed) == plain.content
        sizes.append(len(packed))
    assert sizes[2] < sizes[1] == sizes[3]
    assert http.get("/assets/none.js").status_code == 404
    assert http.get("/icon.svg").headers["content-type"].startswith("image/svg+xml")


BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def test_elsewhere_there_is_nothing(http: httpx.Client) -> None:
    bad(http.get("/tables"), 404, "unknown")
    bad(http.get("/page/index.html"), 404, "unknown")


@pytest.mark.parametrize("address", ["/nonsense", "/tables", "/table", "/new/caesar/more", "/page/index.html"])
def test_a_browser_that_is_elsewhere_is_shown_the_page_which_says_so(http: httpx.Client, address: str) -> None:
    answer = http.get(address, headers=BROWSER)
    assert answer.status_code == 404 and answer.text == http.get("/").text
    assert answer.headers["content-type"].startswith("text/html")
    assert (answer.headers["cache-control"], answer.headers["vary"].split(", ")[0]) == ("no-cache", "accept")
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert http.head(address, headers=BROWSER).status_code == 404
    bad(http.post(address, headers=BROWSER), 404, "unknown")


@pytest.mark.parametrize(
    "address", ["/api", "/api/nonsense", "/api/tables/none", "/assets/none.js", "/docs-assets/none"]
)
def test_programs_are_answered_as_programs_whatever_they_accept(http: httpx.Client, address: str) -> None:
    bad(http.get(address, headers=BROWSER), 404, "unknown")


@pytest.mark.parametrize("name", GAMES)
def test_the_material_holds_every_move_and_a_board(http: httpx.Client, name: str) -> None:
    game = quadriga.load(name)
    found = good(http.get(f"/api/games/{name}/material"))
    assert [(move["id"], move["kind"], move["text"]) for move in found["moves"]] == [
        (move.id, move.kind, move.text) for move in game.moves
    ]
    assert found["moves"][0]["parts"] == game.moves[0].parts
    board = found["board"]
    if name == "ave-caesar":
        view = game.new(seed=1).view(0)
        spaces = board["tracks"][view["track"]]["spaces"]
        assert {chariot["space"] for chariot in view["chariots"].values()} <= {space["name"] for space in spaces}
        assert all(len(space["outline"]) >= 4 for space in spaces)
    elif name == "caesar":
        view = game.new(seed=1).view(0)
        assert list(board["provinces"]) == list(view["provinces"]) and list(board["borders"]) == list(view["borders"])
    elif "cleopatra" in name:
        assert board["groups"] == list(game.new(seed=1).view(0)["patricians"])
    bad(http.get("/api/games/chess/material"), 404, "unknown")


@pytest.mark.parametrize("path", ["", "/caesar/material", "/caesar/rules", "/caesar/scenarios"])
def test_large_answers_are_packed_for_who_takes_that(http: httpx.Client, path: str) -> None:
    plain = http.get(f"/api/games{path}", headers={"accept-encoding": "identity"})
    with http.stream("GET", f"/api/games{path}", headers={"accept-encoding": "gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
    assert "content-encoding" not in plain.headers and answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"].lower() == plain.headers["vary"].lower() == "accept-encoding"
    assert len(packed) == int(answer.headers["content-length"]) < len(plain.content) / 2
    assert gzip.decompress(packed) == plain.content
    assert "content-encoding" not in http.get("/health").headers


@pytest.mark.parametrize("name", [name for name in GAMES if scenarios(name)])
def test_a_scenario_can_be_tried_with_moves_of_ones_own(http: httpx.Client, name: str) -> None:
    scenario = next(each for each in scenarios(name) if isinstance(each.steps[0], str))
    address = f"/api/games/{name}/scenarios/{scenario.id}/try"
    before = good(http.post(address, json={"moves": []}))
    assert before["events"] == [] and before["steps"][0] == scenario.steps[0]
    assert before["seats"] == list(quadriga.load(name, **scenario.options).seats)
    after = good(http.post(address, params={"language": "cs"}, json={"moves": before["steps"][:1]}))
    assert after["title"] == scenario.told_in("cs")[0] != scenario.title
    assert len(after["events"]) == 1 and after["views"] != before["views"]
    assert all(event["key"] for event in after["events"][0])
    assert good(http.post(address, json={"moves": []})) == before, "nothing is stored"


def test_a_trial_that_the_rules_refuse_names_the_clause(http: httpx.Client) -> None:
    address = "/api/games/caesar/scenarios/rome-ex3/try"
    refused = http.post(address, json={"moves": ["ship 6 Asia 0 Aegyptus"]})
    assert bad(refused, 409, "illegal") and refused.json()["error"]["rule"].startswith("ROME-")
    bad(http.post(address, json={"moves": ["castle"]}), 409, "illegal")
    refused = http.post(address, json={"moves": ["ship 5/1 face down Aegyptus-Asia"]})
    error = refused.json()["error"]
    assert (error["rule"], error["reason"], error["parts"]) == ("ROME-K1", "no-border-control", {})
    bad(http.post(address, json={"moves": ["x"] * 101}), 422, "malformed")
    bad(http.post(address, json={"moves": "x"}), 422, "malformed")
    bad(http.post("/api/games/caesar/scenarios/none/try", json={"moves": []}), 404, "unknown")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["cs", "nl"])
def test_scenarios_are_listed_in_the_language_asked_for(http: httpx.Client, name: str, language: str) -> None:
    listed = good(http.get(f"/api/games/{name}/scenarios", params={"language": language}))["scenarios"]
    assert [each["title"] for each in listed] == [each.told_in(language)[0] for each in scenarios(name)]
