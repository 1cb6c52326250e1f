"""The progress of long calls: told in their thread, and a way to end them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku.model import Board, Step
from pandoku.techniques import Technique
from pandoku.words import Words
from tests.data import EASY
from tests.together import together

OTHER = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
CALLS: dict[str, Callable[..., Any]] = {
    "rate_many": pandoku.rate_many,
    "rate_many in another scale": lambda puzzles, **options: pandoku.rate_many(
        puzzles, scale="pandoku", **options
    ),
    "explain_many": pandoku.explain_many,
    "explain_many by steps": lambda puzzles, **options: pandoku.explain_many(
        puzzles, scale="human", techniques=["naked-single", "hidden-single"], **options
    ),
}
PUZZLES = [EASY, OTHER] * 20
SMALL = ["1.....2..3.....4", "1..............."] * 20


def puzzles_for(call: str) -> list[str]:
    """Return puzzles that a call is done with soon: those walked one by one are small."""
    return PUZZLES if call in ("rate_many", "explain_many") else SMALL


@pytest.mark.parametrize("call", CALLS)
def test_progress_rises_to_all_and_changes_no_answer(call: str) -> None:
    puzzles = puzzles_for(call)
    told: list[tuple[int, int]] = []
    threads = set()

    def note(done: int, total: int) -> None:
        told.append((done, total))
        threads.add(threading.current_thread())

    found = CALLS[call](puzzles, on_progress=note)
    assert found == CALLS[call](puzzles)
    done = [each for each, _ in told]
    assert done == sorted(set(done))
    assert done[-1] == len(puzzles)
    assert len(done) > 1
    assert {total for _, total in told} == {len(puzzles)}
    assert threads == {threading.current_thread()}


@pytest.mark.parametrize("call", CALLS)
def test_bad_puzzles_count_as_done(call: str) -> None:
    told: list[tuple[int, int]] = []
    CALLS[call](
        [None, *puzzles_for(call)[:2]], on_error="keep", on_progress=lambda *each: told.append(each)
    )
    assert told == [(3, 3)]


@together("call", CALLS)
@together("error", [KeyboardInterrupt, ValueError])
def test_what_progress_raises_ends_the_call(call: str, error: type[BaseException]) -> None:
    told = []

    def stop(done: int, total: int) -> None:
        told.append(done)
        raise error("enough")

    with pytest.raises(error, match="enough"):
        CALLS[call](puzzles_for(call), on_progress=stop)
    assert len(told) == 1


@pytest.mark.parametrize("call", CALLS)
def test_progress_has_to_be_a_function(call: str) -> None:
    with pytest.raises(TypeError, match=r"on_progress .*found 3"):
        CALLS[call]([EASY], on_progress=3)


@pytest.mark.parametrize("call", CALLS)
def test_no_puzzle_is_no_progress(call: str) -> None:
    told: list[object] = []
    none = np.zeros((0, 81), np.uint8)
    CALLS[call](none, on_progress=lambda *each: told.append(each))
    assert told == []


def test_fast_puzzles_are_not_told_one_by_one() -> None:
    told: list[int] = []
    pandoku.rate_many([EASY] * 5000, on_progress=lambda done, total: told.append(done))
    assert len(told) < 100


def first_empty(board: Board, limit: int) -> list[Step]:
    cell = board.digits.index(0)
    return [Step("first-empty", ((cell, digit),)) for digit in board.candidates(cell)[:1]]


def words_of_it(w: Words) -> str:
    return "the first empty cell"


def test_paths_with_a_technique_in_python_have_the_same_counts_in_parts() -> None:
    technique = Technique(
        "first-empty", "a guess", first_empty, words_of_it, words_of_it, "it", "by luck"
    )
    puzzles = ["1.....2..3.....4", "1..............."] * 20
    options: dict[str, Any] = {"techniques": ["hidden-single", technique]}
    parts = pandoku.explain_many(puzzles, on_progress=lambda done, total: None, **options)
    assert parts == pandoku.explain_many(puzzles, **options)
    assert parts.counts[1, -1] > 0
