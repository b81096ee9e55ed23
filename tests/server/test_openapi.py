"""What the list of addresses promises is kept, whatever is sent: status, type and shape of every answer."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from server.fuzzing import filled
from server.serving import PATIENCE, Server, serving
from server.test_reports import put_report
from xenotable.server.http.printing import BLANK

EXAMPLES = 10  # of each kind, for each address
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
OPEN = [{"kind": "human"}, {"kind": "open"}]


def test_every_address_keeps_to_its_description(tmp_path: Path):
    with serving(f"sqlite:///{tmp_path}/games.db", rate=1e9, rooms=10**9, reports=str(tmp_path)) as server:
        there, key = things(server)
        put_report(tmp_path, "study", there["save"])
        there |= {"report": "study", "record": "1-0-0"}
        army = server.http.get("/api/games/rampant/muster").json()["ready"][0]["army"]
        link = server.http.post("/api/games/rampant/muster", json={"army": army}).json()["link"]
        described = schemathesis.openapi.from_url(f"http://{server.address}/api/docs/openapi.json")
        statuses: Counter[tuple[str, int]] = Counter()

        def answered(case: Case, known: bool) -> None:
            token: dict[str, str] = {}
            if known:
                case.query.clear()
                case.path_parameters |= taken(case.path_parameters, there)
                if isinstance(case.body, dict):
                    case.body |= taken(case.body, there)
                if "/muster" in case.operation.label:
                    case.path_parameters["game"] = "rampant"
                if "/muster/trial" in case.operation.label:
                    case.body = {"army": army, "seed": "1"}
                if "/print-link/" in case.operation.label:
                    case.path_parameters |= {"game": "rampant", "link": link}
                if "/print/" in case.operation.label:
                    case.path_parameters["name"] = BLANK
                if "/join" in case.operation.label:
                    case.path_parameters |= {"room": server.room(seats=OPEN)[0]}
                token = own_lists(server, case, army)
            response = case.call(headers=key | token, timeout=PATIENCE)
            case.validate_response(response, checks=CHECKS)
            statuses[case.operation.label, response.status_code] += 1

        for found in described.get_all_operations():
            operation = found.ok()
            for mode in GenerationMode if operation.body else [GenerationMode.POSITIVE]:
                run = given(case=operation.as_strategy(generation_mode=mode), known=st.booleans())(answered)
                settings(max_examples=EXAMPLES, derandomize=True, database=None)(run)()
    labels = {label for label, _ in statuses}
    assert len(labels) > 15
    assert {label for label, status in statuses if status < 300} == labels


def things(server: Server) -> tuple[dict[str, Any], dict[str, str]]:
    """What is there to be named in a request, and the token for it."""
    room, tokens = server.room()
    key = {"Authorization": f"Bearer {tokens['0']}"}
    save = server.http.get(f"/api/rooms/{room}/save", headers=key).json()
    game = "killteam"
    calculator = server.tables.registry.title(game).calculators()[0]
    there = {"room": room, "index": 0, "game": game, "id": calculator.id, "values": filled(calculator), "save": save}
    return there | {"offer": "", "setup": None, "seats": [], "options": {}} | mustered(server), key


def mustered(server: Server) -> dict[str, Any]:
    """A list, in all the ways in which one is sent."""
    army = server.http.get("/api/games/rampant/muster").json()["ready"][0]["army"]
    text = "Mine\nXenos Rampant (rampant)\nSize: 24 points"
    none = {"wins": 0, "draws": 0, "games": 0, "changes": [], "lists": []}
    return none | {"army": army, "old": army, "new": army, "places": [[]], "text": text, "seed": "1"}


def own_lists(server: Server, case: Case, army: Any) -> dict[str, str]:
    """A list that is kept, or a meeting of people whose lists are closed; the token for it."""
    label = case.operation.label
    if "/lists/{key}" in label:
        case.path_parameters["key"] = server.http.post("/api/lists", json={"army": army}).json()["key"]
    if "/meetings" in label and isinstance(case.body, dict):
        case.body |= {"game": "rampant"} if "game" in case.body else {"seat": int("/join" in label)}
    if "/meetings/{id}" not in label:
        return {}
    met = server.http.post("/api/meetings", json={"game": "rampant", "seats": OPEN}).json()
    case.path_parameters["id"] = met["meeting"]["id"]
    return {"Authorization": f"Bearer {met['tokens']['0']}"}


def taken(names: dict[str, Any], there: dict[str, Any]) -> dict[str, Any]:
    return {name: there[name] for name in names if name in there}
