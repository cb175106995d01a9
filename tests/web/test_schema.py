"""The schema tells the truth: requests made from it are answered as it says, the wrong ones too."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rushhour.formats.json import as_dict
from rushhour.web.operations import Operation, operations
from rushhour.web.operations import openapi as written
from support.bridge import board_from, puzzle_of
from support.service import Service
from support.strategies import Drawing, drawings, examples

schemathesis = pytest.importorskip("schemathesis")

# What a schema can say does not make a board: 422 answers any request, and 413 a long one.
CONFIG = schemathesis.Config.from_dict(
    {
        "checks": {
            "positive_data_acceptance": {"expected-statuses": ["2xx", "422"]},
            "negative_data_rejection": {"expected-statuses": ["400", "413", "415", "422"]},
        }
    }
)
LIMITS = {"max_states": 2000, "max_seconds": 1}
MORE = {
    "solve": LIMITS,
    "hint": LIMITS,
    "review": {**LIMITS, "moves": []},
    "walk": {**LIMITS, "to": "..B.../AAB.../....../......"},
    "explore": LIMITS,
    "layers": {**LIMITS, "max_nodes": 50},
    "explain": LIMITS,
    "analyse": LIMITS,
    "canonical": LIMITS,
    "lock": LIMITS,
    "minimise": LIMITS,
    "vary": LIMITS,
    "validate": {},
    "convert": {"to": "json"},
}
ANY = settings(examples(5), suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="session")
def api(service: Service) -> Any:
    return schemathesis.openapi.from_url(f"{service.address}openapi.json", config=CONFIG)


@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode))
@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.name)
@ANY
@given(data=st.data())
def test_requests_made_from_the_schema(
    api: Any, operation: Operation, mode: Any, data: st.DataObject
) -> None:
    described = api[operation.path]["GET" if operation.request is None else "POST"]
    if mode is schemathesis.GenerationMode.NEGATIVE and operation.request is None:
        pytest.skip("a GET without parameters cannot be wrong")
    data.draw(described.as_strategy(generation_mode=mode)).call_and_validate()


@pytest.mark.parametrize("name", MORE)
@ANY
@given(drawing=drawings(small=True))
def test_requests_with_real_boards(api: Any, name: str, drawing: Drawing) -> None:
    puzzle = as_dict(puzzle_of(board_from(drawing)))
    operation = api[f"/api/{name}"]["POST"]
    response = operation.Case(body={"puzzle": puzzle, **MORE[name]}).call_and_validate()
    assert response.status_code == 200 or "limit" in response.text


def test_what_is_served_is_what_is_written(service: Service) -> None:
    served = service.get("/openapi.json").body
    assert served == json.loads(json.dumps(written()))
    assert list(served["paths"]) == [operation.path for operation in operations()]
    for path in served["paths"].values():
        for operation in path.values():
            assert operation["summary"].endswith(".")


def test_no_request_takes_an_unknown_key(service: Service) -> None:
    types = written()["components"]["schemas"]
    for operation in operations():
        if operation.request is not None:
            described = types[operation.request["$ref"].rpartition("/")[2]]
            assert described["additionalProperties"] is False, operation.name
            answer = service.post(operation.name, {"no such key": 1})
            assert answer.status == 422
            assert answer.body["detail"] == "unknown field 'no such key' in the request"
