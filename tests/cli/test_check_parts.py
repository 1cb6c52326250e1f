"""`pandoku check --unneeded` and `--why`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pandoku.cli.commands import check as check_module
from pandoku.engines import contradiction
from tests.cli.command import pandoku

BAD = ("--with", "cage 3 r1c1 r1c2", "--with", "cage 7 r1c1 r2c1", "--with", "anti-knight")
EMPTY = "." * 16
PROPER = ("--with", "thermometer r1c1-r1c4", "--with", "anti-knight")


def test_why_names_what_contradicts() -> None:
    done = pandoku("check", EMPTY, *BAD, "--why")
    assert done.returncode == 1
    assert done.out.splitlines()[-2:] == [f"    {BAD[1]}", f"    {BAD[3]}"]


def test_unneeded_names_what_could_go() -> None:
    done = pandoku("check", "1" + EMPTY[1:], *PROPER, "--unneeded")
    assert done.returncode == 0
    _, _, *parts = done.out.splitlines()
    assert [part.split()[-1] for part in parts] == ["r1c1"]


def test_both_are_keys_of_the_json() -> None:
    found = json.loads(pandoku("check", EMPTY, *BAD, "--why", "--unneeded", "--json").out)
    assert "unneeded" not in found
    assert found["why"]["minimal"] is True
    assert [part["text"] for part in found["why"]["parts"]] == [BAD[1], BAD[3]]
    found = json.loads(pandoku("check", EMPTY, *PROPER, "--why", "--unneeded", "--json").out)
    assert "why" not in found
    assert found["unneeded"] == {"stopped": None, "each": [], "together": [], "unknown": []}


def test_other_verdicts_have_neither() -> None:
    done = pandoku("check", EMPTY, "--why", "--unneeded", "--json")
    assert {"why", "unneeded"}.isdisjoint(json.loads(done.out))
    done = pandoku("check", "11" + EMPTY[2:], "--why")
    assert "r1c1 and r1c2" in done.out
    assert "together" not in done.out


@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_shows_what_is_known(as_json: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(puzzle: Any, on_found: Any, **asked: Any) -> None:
        def tell(found: Any) -> None:
            on_found(found)
            if len(found.parts) < 6:
                raise KeyboardInterrupt

        contradiction(puzzle, on_found=tell, **asked)

    monkeypatch.setattr(check_module, "contradiction", interrupted)
    done = pandoku("check", EMPTY, *BAD, "--why", *(["--json"] if as_json else []))
    assert done.returncode == 130
    assert "stopped" in done.err
    if as_json:
        assert json.loads(done.out)["why"]["stopped"] == "unfinished"
    else:
        assert "some of them may not be needed" in done.out
