"""Puzzles made in parts are those of `pandoku.generate_many`, however the parts are cut."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pandoku.calls import Call
from pandoku.calls.answering import answer_call
from pandoku.calls.endpoints import generate
from pandoku.formats import dumps
from pandoku.generation import generate_many
from pandoku.model import Puzzle


def made(**asked: Any) -> dict[str, Any]:
    reply = answer_call("generate", json.dumps(asked).encode())
    assert reply.status == 200, reply.body
    found: dict[str, Any] = json.loads(reply.body)
    return found


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "sudoku", "order": 4, "givens": 5, "count": 4},
        {"kind": "sudoku", "difficulty": "medium", "symmetry": "rotate-180", "count": 2},
        {"kind": "calcudoku", "order": 5, "count": 2},
        {"kind": "jigsaw", "order": 6, "count": 2},
    ],
    ids=lambda asked: f"{asked['kind']}{asked.get('order', '')}",
)
def test_the_puzzles_are_those_of_the_library(
    asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generate, "_PART_S", 0)  # a part ends after every attempt
    found = made(**asked, seed=11)["puzzles"]
    expected = generate_many(**asked, seed=11)
    assert [each["puzzle"]["givens"] for each in found] == [list(p.givens) for p in expected]
    assert [each["puzzle"]["solution"] for each in found] == [
        list(p.solution or ()) for p in expected
    ]
    assert [each["index"] for each in found] == expected.indices.tolist()


def test_a_seed_may_be_a_text_and_comes_back_as_one() -> None:
    large = str(2**64 - 1)
    assert made(order=4, seed=large)["seed"] == large


def test_what_is_not_found_within_the_budget_says_what_came_closest() -> None:
    reply = answer_call("generate", b'{"givens": 17, "budget": 3, "seed": 1}')
    error = json.loads(reply.body)["error"]
    assert (reply.status, error["name"]) == (422, "BudgetError")
    assert "3 attempts" in error["message"]


def test_what_is_not_found_is_not_said_to_need_a_climb_which_the_api_lacks() -> None:
    reply = answer_call("generate", b'{"rating": "7..7.1", "budget": 1, "seed": 1}')
    assert reply.status == 422
    assert "climb" not in json.loads(reply.body)["error"]["message"]


def test_a_search_reports_progress_and_gives_up_when_its_time_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(generate, "_WHOLE_S", -1)
    stages = generate.ENDPOINT.stages
    assert stages is not None
    run = stages(generate.Request(givens=17, seed=1))
    call = next(run)
    assert isinstance(call, Call)
    assert call.function is generate.give_up
    assert run.send(call.function(*call.arguments)) == generate.Progress(
        0, 1, 0, "0 of 1 found, 0 attempts"
    )


def test_an_attempt_that_never_ends_counts_as_one_that_leads_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = {"kind": "jigsaw", "order": 16, "seed": 2, "budget": 1, "threads": 1}
    # The first attempt imports modules. The limit must not interrupt that.
    generate.make_part(asked | {"order": 4}, [generate.Search(0)])
    monkeypatch.setattr(generate, "_ATTEMPT_S", 0.1)
    part = generate.make_part(asked, [generate.Search(0)])
    assert (part.made, part.attempts) == ([], 1)
    assert "1 attempt; no attempt" in part.missing[0].text


def test_lines_may_cross() -> None:
    (found,) = made(order=6, constraints="thermometer", crossings=True, seed=3)["puzzles"]
    expected = generate_many(1, order=6, constraints="thermometer", crossings=True, seed=3)
    assert found["puzzle"]["solution"] == [*(expected[0].solution or ())]


def test_a_layout_is_kept() -> None:
    layout = (
        Puzzle.sudoku(4)
        .with_("cage 0 r1c1 r1c2", "thermometer r2c1 r2c2")
        .replace(givens=(0,) * 12 + (1, 0, 2, 3))
    )
    text = dumps(layout, "json")
    (found,) = made(like=text, seed=1)["puzzles"]
    (expected,) = generate_many(1, like=layout, seed=1)
    assert found["puzzle"]["solution"] == [*(expected.solution or ())]
    for other, reason in ({"kind": "killer"}, "without a kind"), ({"givens": 4}, "found givens"):
        reply = answer_call("generate", json.dumps({"like": text} | other).encode())
        assert reply.status == 422
        assert reason in json.loads(reply.body)["error"]["message"]
