"""The OpenAPI 3.1 document of the API, which is made from the Structs of the endpoints."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from pandoku import __version__
from pandoku.calls import ENDPOINTS, Endpoint
from pandoku.calls.answering import JSON, Refusal

__all__ = ["openapi_document", "struct_names"]

_ROOT = "/api/v1"
_STREAM = "text/event-stream"
_SCHEMAS = "#/components/schemas/"
_ABOUT = """\
Solve, explain, rate, make and draw number puzzles on a grid. Requests and answers are JSON \
objects. A puzzle is text in any format that pandoku reads, such as 81 characters. Cells are \
numbered from 0, row by row. Digits are 1..n.

A response with a status other than 200 is `{"error": {"name": ..., "message": ...}}`. The message \
gives the expected input, the input found, and a way out. `plain`, if present, is the message for \
players, who cannot type options or names of formats. The limits of each call are in its schema. \
If a search ends early, the answer says so.

Long calls (`generate`, `rate`, `race`) report progress as server-sent events if the client \
accepts `text/event-stream`: `progress` events, then one `answer` or `error`. A call stops when \
its client disconnects."""
# The HTTP statuses of errors, and their descriptions.
_REFUSALS = {
    400: "The body is not valid JSON, or a field is missing, unknown, or of the wrong type.",
    403: "The call comes from a page of another host.",
    404: "There is no such endpoint.",
    408: "The request arrived too slowly.",
    413: "The body is larger than a megabyte.",
    415: "The content type is not JSON.",
    421: "The request names a host that this server does not answer to.",
    422: "The puzzle is bad, or the request cannot be met. The message explains why.",
    429: "Too many calls are waiting. Try again after `Retry-After` seconds.",
    500: "A defect of pandoku.",
    503: "The server is starting or stopping.",
    504: "The call took too long.",
}


@cache
def openapi_document() -> dict[str, Any]:
    """Return the document as a JSON value. It is cached, so do not modify it."""
    names = struct_names()
    _, components = msgspec.json.schema_components(
        [*names, Refusal], ref_template=_SCHEMAS + "{name}"
    )
    names = names | {Refusal: "Refusal"}
    as_made = {f"{each.__module__}.{each.__qualname__}": name for each, name in names.items()}
    as_made |= {each.__name__: name for each, name in names.items() if each.__name__ in components}
    schemas = {as_made[made]: _with_names(schema, as_made) for made, schema in components.items()}
    for name, schema in schemas.items():
        schema["title"] = name
    schemas = {name: schemas[name] for name in sorted(schemas)}
    schemas["Error"] = {
        "title": "Error",
        "type": "object",
        "properties": {"error": {"$ref": f"{_SCHEMAS}Refusal"}},
        "required": ["error"],
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "pandoku",
            "version": __version__,
            "summary": "Number puzzles on a grid.",
            "description": _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "../..", "description": "This server."}],
        "paths": {f"{_ROOT}/{name}": _path(each, names) for name, each in ENDPOINTS.items()},
        "components": {"schemas": schemas},
    }


@cache
def struct_names() -> dict[type, str]:
    """Return the Structs of all requests and answers, each with a unique name.

    Requests, answers and progress reports are named after the endpoint: `HintRequest`,
    `HintAnswer`. Other Structs have the names of their classes.
    """
    names: dict[type, str] = {}
    for endpoint in ENDPOINTS.values():
        prefix = "".join(word.capitalize() for word in endpoint.name.split("-"))
        roles = {"Request": endpoint.request, "Answer": endpoint.answer}
        if endpoint.progress is not None:
            roles["Progress"] = endpoint.progress
        for role, struct in roles.items():
            for each in _structs_in(inspect.type_info(struct)):
                names.setdefault(each, each.__name__)
            names[struct] = f"{prefix}{role}"
    return names


def _structs_in(of: Any, outer: tuple[type, ...] = ()) -> Iterator[type]:
    """Yield all Structs in a type, at any depth.

    Args:
        of: The type.
        outer: The Structs around the type. A Struct inside itself is yielded once.
    """
    if isinstance(of, inspect.StructType):
        if of.cls in outer:
            return
        yield of.cls
        outer = (*outer, of.cls)
    inner = [getattr(of, name, None) for name in ("type", "item_type", "key_type", "value_type")]
    inner += [*getattr(of, "types", ()), *getattr(of, "item_types", ())]
    inner += [field.type for field in getattr(of, "fields", ())]
    for each in inner:
        if isinstance(each, inspect.Type):
            yield from _structs_in(each, outer)


# ---- paths


def _path(endpoint: Endpoint, names: dict[type, str]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "description": endpoint.description or endpoint.summary,
        "responses": _responses(endpoint, names),
    }
    if endpoint.method == "GET":
        operation["parameters"] = _parameters(endpoint)
        return {"get": operation}
    content: dict[str, Any] = {"schema": _ref(names[endpoint.request])}
    if endpoint.example is not None:
        content["example"] = endpoint.example
    operation["requestBody"] = {"required": True, "content": {JSON: content}}
    return {"post": operation}


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    schema = msgspec.json.schema(endpoint.request)
    own = schema["$defs"][endpoint.request.__name__]
    example = endpoint.example or {}
    return [
        {
            "name": name,
            "in": "query",
            "required": name in own.get("required", ()),
            "description": each.get("description", ""),
            "schema": {key: value for key, value in each.items() if key != "description"},
        }
        | ({"example": example[name]} if name in example else {})
        for name, each in own["properties"].items()
    ]


def _responses(endpoint: Endpoint, names: dict[type, str]) -> dict[str, Any]:
    content: dict[str, Any] = {JSON: {"schema": _ref(names[endpoint.answer])}}
    if endpoint.progress is not None:
        events = f"`progress` events ({names[endpoint.progress]}), then one `answer` or `error`."
        content[_STREAM] = {"schema": {"type": "string", "description": events}}
    unneeded = (413, 415) if endpoint.method == "GET" else ()
    error = {JSON: {"schema": _ref("Error")}}
    return {"200": {"description": endpoint.summary, "content": content}} | {
        str(status): {"description": why, "content": error}
        for status, why in _REFUSALS.items()
        if status not in unneeded
    }


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"{_SCHEMAS}{name}"}


# ---- names


def _with_names(value: Any, as_made: dict[str, str]) -> Any:
    """Return a JSON value, replacing names of Structs in references by names in the document."""
    if isinstance(value, list):
        return [_with_names(each, as_made) for each in value]
    if not isinstance(value, dict):
        return value
    inner = {key: _with_names(each, as_made) for key, each in value.items()}
    if isinstance(ref := value.get("$ref"), str):
        inner["$ref"] = _SCHEMAS + as_made[ref.removeprefix(_SCHEMAS)]
    return inner
