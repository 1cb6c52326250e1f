"""The page about the API: every call on it works, and it shows each of the public ones."""

from __future__ import annotations

import json
import re

import pytest

from pandoku.calls.answering import answer_call
from tests.data import ROOT
from tests.web.test_api import PUBLIC

PAGE = (ROOT / "docs" / "how-to" / "api.md").read_text(encoding="utf-8")
CALLS = re.findall(r"curl [^\n]*/api/v1/(\w+) [^\n]*\\\n *-d '([^']*)'", PAGE)


def test_every_public_call_is_shown_with_curl_and_in_python() -> None:
    assert {name for name, _ in CALLS} == PUBLIC
    assert {*re.findall(r'call\("(\w+)"', PAGE)} == PUBLIC


@pytest.mark.parametrize(("name", "body"), CALLS)
def test_what_curl_sends_is_answered(name: str, body: str) -> None:
    assert json.loads(body)
    assert answer_call(name, body.encode()).status == 200
