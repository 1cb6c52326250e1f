"""Unchecked rules: every command reports them once, and --without removes them."""

from __future__ import annotations

import json

import pytest

from pandoku import loads
from tests.cli.command import pandoku

EMPTY = "." * 16
SHAPE = '[["stroke","line",[[0.5,0.5],[1.5,0.5]],false]]'
WORDS = ("--with", 'rules-in-words "The line is even."')
DRAWN = ("--with", f"drawing '{SHAPE}'")
ONLY = "command line, line 1: the rules of this puzzle are only in its text; they are not checked"
PROPER = "1...|..2.|.3..|...4".replace("|", "")


def document(**rules: object) -> str:
    grid: list[list[dict[str, int]]] = [[{} for _ in range(4)] for _ in range(4)]
    return json.dumps({"size": 4, "grid": grid} | rules)


@pytest.mark.turns(3)
@pytest.mark.parametrize("command", ["solve", "check", "count", "explain", "hint", "rate", "draw"])
def test_a_command_says_once_which_rules_are_not_checked(command: str) -> None:
    text = document(
        ruleset="The digits on the line are even.", line=[{"lines": [["R1C1", "R1C2"]]}]
    )
    done = pandoku(command, text)
    assert done.err.count(ONLY) == 1
    assert done.err.startswith(ONLY)
    assert "not checked" not in pandoku(command, text, "--without", "unchecked").err


def test_parts_are_counted_if_other_rules_are_checked() -> None:
    lines = [{"lines": [["R1C1", "R1C2"]]}, {"lines": [["R3C1", "R4C2"]]}]
    text = document(ruleset="Odd.", line=lines, antiking=True)
    told = json.loads(pandoku("check", text, "--json").out)["unchecked"]
    assert told.endswith(": 2 drawings, rules in words")
    assert told in pandoku("solve", text).err


def test_check_counts_the_solutions_if_part_of_the_rules_is_in_the_text_only() -> None:
    done = pandoku("check", document(ruleset="Row 1 has 1 first."))
    assert done.returncode == 1
    assert " 288 solutions" in done.out
    found = pandoku("check", document(ruleset="Row 1 has 1 first."), "--json")
    assert json.loads(found.out)["count"] == 288
    assert len(json.loads(found.out)["solutions"]) == 2
    plain = pandoku("check", document(), "--json")
    assert json.loads(plain.out)["count"] == 2


def test_a_format_that_cannot_hold_them_says_how_to_leave_them_out() -> None:
    text = document(ruleset="Odd.")
    done = pandoku("convert", text, "--to", "line")
    assert done.returncode == 2
    assert done.out == ""
    assert "--without unchecked " in done.err
    done = pandoku("convert", text, "--to", "line", "--without", "rules-in-words")
    assert (done.returncode, done.out) == (0, EMPTY + "\n")


def test_a_kind_that_does_not_exist_is_refused_before_anything_is_read() -> None:
    done = pandoku("solve", PROPER, "--without", "termometer")
    assert done.returncode == 2
    assert "'termometer'" in done.err
    assert "thermometer" in done.err.replace("termometer", "")


def test_any_kind_can_be_left_out_of_every_puzzle() -> None:
    text = document(antiking=True, killercage=[{"cells": ["R1C1", "R1C2"], "value": "3"}])
    left = pandoku("convert", text, "--without", "anti-king", "--without", "cage")
    assert loads(left.out) == loads(EMPTY)


@pytest.mark.parametrize("command", [["canonical"], ["canonical", "--unique"]])
def test_what_is_no_line_is_refused_with_a_way_out(command: list[str]) -> None:
    text = document(killercage=[{"cells": ["R1C1", "R1C2"], "value": "3"}])
    done = pandoku(*command, text)
    assert done.returncode == 2
    assert done.out == ""
    assert " cages; --to json " in done.err
    assert pandoku(*command, text, "--to", "json").returncode == 0
    assert "--to json" not in pandoku(*command, text, "--to", "sdk").err
