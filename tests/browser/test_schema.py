"""Schemathesis finds nothing: every answer of a real server is as its description says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from pandoku.web.openapi import openapi_document
from tests.data import by_default

schemathesis = pytest.importorskip("schemathesis", reason="needs pandoku[browser]")

OPERATIONS = [
    (path, method)
    for path, methods in openapi_document()["paths"].items()
    for method in methods
    if path != "/api/v1/generate"  # a search for puzzles as asked may take a minute
]
_CHECKS = {
    # A text may be of the right length and still be no puzzle.
    "positive_data_acceptance": {"enabled": False},
    "negative_data_rejection": {"expected-statuses": ["400", "404", "405", "413", "415", "422"]},
}


@pytest.mark.parametrize("mode", schemathesis.GenerationMode)
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_answer_is_as_described(base: str, path: str, method: str, mode: Any) -> None:
    config = schemathesis.Config.from_dict({"base-url": base, "checks": _CHECKS})
    operation = schemathesis.openapi.from_dict(openapi_document(), config=config)[path][method]
    if mode.is_negative and not (operation.body or operation.query):
        return  # nothing can be wrong

    @settings(
        max_examples=by_default(4, full=100), deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        case.call_and_validate(timeout=60)

    check()
