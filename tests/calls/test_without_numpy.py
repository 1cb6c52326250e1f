"""Every call of the page works without NumPy and threads, with the same answers."""

from __future__ import annotations

import json
import subprocess
import sys

from pandoku.calls.answering import answer_call
from pandoku.calls.local import answer
from tests.calls.without_numpy import answers, without_times
from tests.data import ROOT

SMALL = "1.....2..3.....4"


def test_every_call_has_the_same_answer_without_numpy() -> None:
    command = [sys.executable, "-m", "tests.calls.without_numpy"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    poor, rich = [*map(json.loads, found.stdout.splitlines())], answers()
    assert [each[:2] for each in poor] == [each[:2] for each in rich]
    for one, other in zip(poor, rich, strict=True):
        assert one == other, one[:2]
    refused = [each for each in rich if "error" in each[2]]
    assert refused == []


def test_the_answer_is_that_of_the_server_and_long_calls_report() -> None:
    for name, body in (("solve", {"puzzle": SMALL}), ("solve", {}), ("cuont", {})):
        text = json.dumps(body)
        there = json.loads(answer_call(name, text.encode()).body)
        here = json.loads(answer(name, text))
        assert without_times(here.get("answer", here)) == without_times(there)
    told: list[str] = []
    made = json.loads(answer("generate", '{"order": 4, "count": 2, "seed": "1"}', told.append))
    assert len(made["answer"]["puzzles"]) == 2
    assert json.loads(told[-1])["found"] == 2
