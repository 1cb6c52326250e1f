"""Techniques that were renamed: users may still have the old names."""

from __future__ import annotations

import pickle

import pytest

from pandoku import explain
from pandoku.constraints import RULES
from pandoku.lessons import lesson_of
from pandoku.logic import explain_many
from pandoku.logic.document import step_as_json
from pandoku.model import Step
from pandoku.play.drills import drill
from pandoku.techniques import TECHNIQUES, current_name, get_technique
from tests.cli.command import pandoku

RENAMED = {"constraint": "rule-elimination", "constraint-trial": "rule-trial"}
PUZZLE = RULES["thermometer"].example


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_an_old_name_is_an_alias(old: str, new: str) -> None:
    assert get_technique(old).name == TECHNIQUES[old].name == current_name(old) == new
    assert old.replace("-", " ") in TECHNIQUES[new].aliases
    assert lesson_of(old).name == new
    assert drill(old, 0).technique == new


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_the_commands_know_an_old_name(old: str, new: str) -> None:
    assert pandoku("techniques", old).out == pandoku("techniques", new).out
    for option in ("--needs", "--at-most"):
        assert f"found {new}: " in pandoku("generate", option, old).err


def test_paths_take_an_old_name() -> None:
    names = ["naked-single", "constraint"]
    assert explain(PUZZLE, techniques=names).techniques == ("naked-single", "rule-elimination")
    assert explain_many([PUZZLE], techniques=names).techniques[-1] == "rule-elimination"


def test_a_stored_step_has_the_title_of_its_rule() -> None:
    path = explain(PUZZLE, techniques=["rule-elimination"])
    step = path.steps[0]
    old = pickle.loads(pickle.dumps(Step("constraint", (), step.eliminations, step.facts)))
    assert step_as_json(1, old, path.start)["title"] == "thermometer"
    assert str(path[0].explanation).startswith("thermometer: the ")
