"""Every call of the page works without NumPy and threads, with the same answers."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.calls.without_numpy import answers
from tests.data import ROOT


def test_every_call_has_the_same_answer_without_numpy() -> None:
    command = [sys.executable, "-m", "tests.calls.without_numpy"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    poor, rich = [*map(json.loads, found.stdout.splitlines())], answers()
    assert [each[:2] for each in poor] == [each[:2] for each in rich]
    for one, other in zip(poor, rich, strict=True):
        assert one == other, one[:2]
    assert {each[2] for each in rich} == {200}, [each for each in rich if each[2] != 200]
