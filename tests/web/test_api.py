"""Every endpoint, through `answer`: what it takes, what it answers, and its types for the page."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pandoku import __version__
from pandoku.calls import ENDPOINTS
from pandoku.calls.answering import answer_call
from pandoku.web.openapi import openapi_document, struct_names
from tests.together import together
from tests.web import make_answers

PUBLIC = {"solve", "count", "check", "explain", "hint", "rate", "generate", "convert", "draw"}
OF_THE_PAGE = {
    "open",
    "today",
    "tryouts",
    "cage",
    "review",
    "techniques",
    "course",
    "lesson",
    "makeable",
    "drill",
    "verdict",
    "kinds",
    "race",
    "share",
}


def validator(name: str) -> Draft202012Validator:
    """Return what validates a value against a schema of the document."""
    components = openapi_document()["components"]
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": components})


def test_all_endpoints_are_there() -> None:
    assert {*ENDPOINTS} == PUBLIC | OF_THE_PAGE


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", ENDPOINTS)
def test_the_example_of_an_endpoint_works_and_suits_its_schema(name: str) -> None:
    endpoint = ENDPOINTS[name]
    assert endpoint.example is not None
    names = struct_names()
    validator(names[endpoint.request]).validate(endpoint.example)
    reply = answer_call(name, json.dumps(endpoint.example).encode())
    assert reply.status == 200, reply.body
    assert reply.content_type == "application/json"
    validator(names[endpoint.answer]).validate(json.loads(reply.body))


@together("name", ENDPOINTS)
def test_a_refusal_suits_its_schema(name: str) -> None:
    reply = answer_call(name, b'{"nonsense": 1}')
    assert reply.status == 400
    body = json.loads(reply.body)
    validator("Error").validate(body)
    assert "'nonsense'" in body["error"]["message"]


@pytest.mark.turns(3)
def test_the_schemas_are_schemas() -> None:
    for schema in openapi_document()["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def references(value: Any) -> set[str]:
    """Return all references in a JSON value."""
    if isinstance(value, list):
        return set().union(*map(references, value))
    if not isinstance(value, dict):
        return set()
    own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
    return own.union(*map(references, value.values()))


def test_the_document_refers_to_what_it_has() -> None:
    found = openapi_document()
    schemas = found["components"]["schemas"]
    assert references(found) == {f"#/components/schemas/{name}" for name in schemas} - {
        f"#/components/schemas/{struct_names()[ENDPOINTS[name].request]}"
        for name in ENDPOINTS
        if ENDPOINTS[name].method == "GET"
    } - {
        f"#/components/schemas/{struct_names()[each.progress]}"
        for each in ENDPOINTS.values()
        if each.progress
    }
    assert {path.removeprefix("/api/v1/") for path in found["paths"]} == {*ENDPOINTS}
    assert found["info"]["version"] == __version__


def test_every_field_that_a_client_sends_has_a_bound() -> None:
    for endpoint in ENDPOINTS.values():
        schema = openapi_document()["components"]["schemas"][struct_names()[endpoint.request]]
        assert schema["additionalProperties"] is False
        for name, field in schema["properties"].items():
            assert not unbounded(field), f"{endpoint.name}: {name}"


def unbounded(field: dict[str, Any]) -> bool:
    """Return whether a text, a list or a number may be of any length or size."""
    if "anyOf" in field:
        return any(map(unbounded, field["anyOf"]))
    kind = field.get("type")
    if kind == "string":
        return "maxLength" not in field and "enum" not in field
    if kind == "array":
        return "maxItems" not in field or unbounded(field.get("items") or {})
    return (
        kind in ("integer", "number") and "minimum" not in field and "exclusiveMinimum" not in field
    )


def test_long_calls_have_both_content_types_and_quick_ones_one() -> None:
    for endpoint in ENDPOINTS.values():
        (operation,) = openapi_document()["paths"][f"/api/v1/{endpoint.name}"].values()
        kinds = {*operation["responses"]["200"]["content"]}
        more = {"text/event-stream"} if endpoint.is_long else set()
        assert kinds == {"application/json"} | more


def test_what_is_read_with_get_has_parameters_and_no_body() -> None:
    lesson = openapi_document()["paths"]["/api/v1/lesson"]["get"]
    required = {each["name"]: each["required"] for each in lesson["parameters"]}
    assert required == {"name": True, "kind": False}
    assert "requestBody" not in lesson


def test_the_types_of_the_page_are_those_of_the_endpoints() -> None:
    found = make_answers.TARGET.read_text(encoding="utf-8")
    assert found == make_answers.text(), "run ./run python -m tests.web.make_answers"
