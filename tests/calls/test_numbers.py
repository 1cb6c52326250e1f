"""Every field of every endpoint, with values that nobody expects: an answer or a refusal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from pandoku.calls import ENDPOINTS
from pandoku.calls.answering import answer_call

VALUES = (10**25, 2**63, -1, 1e308, "9" * 5000, [99, 10**25], {"2": 10**25}, None)
POSTED = {name: each for name, each in ENDPOINTS.items() if each.method == "POST"}
SMALL: dict[str, dict[str, Any]] = {
    "generate": {"kind": "killer", "order": 4, "seed": 1, "budget": 1, "cage_sizes": {"2": 1}},
    "race": {"puzzle": "1.....2..3.....4"},
}


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each list or object within a value with each of its indices or keys."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def bodies(name: str) -> Iterator[dict[str, Any]]:
    """Yield an endpoint's example with each value within it, and each field, replaced by others."""
    example = SMALL.get(name) or dict(POSTED[name].example or {})
    for value in VALUES:
        for at, _ in enumerate(places(example)):
            body = deepcopy(example)
            holder, key = list(places(body))[at]
            holder[key] = value
            yield body
        for field in POSTED[name].request.__struct_fields__:
            yield {**example, field: value}


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", POSTED)
def test_no_value_is_a_defect(name: str) -> None:
    for body in bodies(name):
        reply = answer_call(name, json.dumps(body).encode())
        assert reply.status in (200, 400, 404, 422), (body, reply.body[:200])
        assert b"4300" not in reply.body, body
