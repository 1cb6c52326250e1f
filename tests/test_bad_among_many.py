"""Bad puzzles among many: refused with their position, or kept in their place with a message."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku import Batch, Puzzle, PuzzleError, symmetry
from pandoku.model import listed_puzzles
from tests.data import EASY, ESCARGOT
from tests.together import together

OPEN = "." * 81
OTHER = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
FOUR = "1.....2..3.....4"
KILLER = Puzzle.killer(9, [(3, "r1c1 r1c2")])
GOOD: list[Any] = [EASY, OPEN, Puzzle(OTHER), EASY.encode()]
BAD: dict[str, tuple[Any, str]] = {
    "none": (None, "null"),
    "nan": (float("nan"), "null"),
    "too short": (EASY[:-1], "found 80"),
    "too long": (EASY + "1", "found 82"),
    "of another order": ("1" * 16, "found 16"),
    "empty": ("", "found 0"),
    "a comment": ("# a puzzle", "comments"),
    "another character": (EASY[:40] + "z" + EASY[41:], "found 'z' at 40"),
    "a number": (10**80, "read_csv(..., dtype=str)"),
    "a 4x4": (Puzzle(4), "rules: "),
    "no square": ([1, 2], "square number"),
    "a digit out of range": ([[10] + [0] * 8] + [[0] * 9] * 8, "10"),
    "binary": ("\0" * 81, "zero byte"),
    "an object": (object(), "object"),
}


def pairs(found: Any) -> list[Any]:
    """Return the solution and the count of each puzzle."""
    return list(zip(*map(np.ndarray.tolist, found), strict=True))


# For each call: how to make it, and its answers as a list.
CALLS: dict[str, tuple[Callable[..., Any], Callable[[Any], list[Any]]]] = {
    "solve_many": (
        pandoku.solve_many,
        lambda found: list(zip(*map(np.ndarray.tolist, found), strict=False)),
    ),
    "the first of solve_many": (
        lambda puzzles, **options: pandoku.solve_many(puzzles, first="lexicographic", **options),
        pairs,
    ),
    "count_many": (
        lambda puzzles, **options: pandoku.count_many(puzzles, 5, **options),
        lambda found: found.tolist(),
    ),
    "true_candidates_many": (pandoku.true_candidates_many, lambda found: found.tolist()),
    "solve_all": (pandoku.solve_all, list),
    "rate_all": (
        lambda puzzles, **options: pandoku.rate_all(puzzles, scale="se", **options),
        list,
    ),
    "rate_many": (
        lambda puzzles, **options: pandoku.rate_many(puzzles, scale="se", **options),
        list,
    ),
    "canonical_many": (symmetry.canonical_many, lambda found: found.tolist()),
    "automorphisms_many": (symmetry.automorphisms_many, lambda found: found.tolist()),
    "isomorphs_many": (
        lambda puzzles, **options: symmetry.isomorphs_many(
            puzzles, 2, 1, keys=np.full(len(listed_puzzles(puzzles)), 7), **options
        ),
        lambda found: found.reshape(len(found), -1).tolist(),
    ),
    "explain_many": (
        pandoku.explain_many,
        lambda found: [*map(tuple, np.column_stack((found.counts, found.ends)).tolist())],
    ),
}
# What a bad puzzle has for an answer.
EMPTY: dict[str, Callable[[Any], bool]] = {
    "solve_many": lambda each: each == ([0] * 81, -1),
    "the first of solve_many": lambda each: each == ([0] * 81, -1),
    "count_many": lambda each: each == -1,
    "true_candidates_many": lambda each: each == [0] * 81,
    "solve_all": lambda each: (each.count, each.stopped, str(each)) == (-1, "error", "bad puzzle"),
    "rate_all": lambda each: str(each) == "not rated: error" and np.isnan(each.score),
    "rate_many": lambda each: str(each) == "not rated: error" and np.isnan(each.score),
    "canonical_many": lambda each: each == [0] * 81,
    "automorphisms_many": lambda each: each == -1,
    "isomorphs_many": lambda each: each == [0] * 162,
    "explain_many": lambda each: each[-1] == 4 and not any(each[:-1]),
}


@pytest.mark.turns(3)
@pytest.mark.parametrize("call", CALLS)
def test_a_bad_puzzle_keeps_its_place_and_changes_no_other(call: str) -> None:
    run, listed = CALLS[call]
    alone = listed(run(GOOD))
    several = GOOD[:1] + [bad for bad, _ in BAD.values()] + GOOD[1:]
    found = run(several, on_error="keep")
    answers = listed(found)
    assert len(answers) == len(several)
    assert answers[:1] + answers[1 + len(BAD) :] == alone
    in_range = 1 + len(BAD)
    if call in ("solve_all", "rate_all", "rate_many"):  # which take puzzles of any kinds
        of_other_kinds = [1 + list(BAD).index(name) for name in ("of another order", "a 4x4")]
        assert all(at not in found.errors or EMPTY[call](answers[at]) for at in of_other_kinds)
    else:
        assert [*found.errors] == [*range(1, in_range)]
        for at, (_, message) in enumerate(BAD.values(), 1):
            assert message in found.errors[at]
    assert all(EMPTY[call](answers[at]) for at in found.errors)
    assert all("\n" not in message for message in found.errors.values())
    assert [*found.exceptions] == [*found.errors]
    assert all(isinstance(each, pandoku.PandokuError) for each in found.exceptions.values())


@pytest.mark.turns(3)
@pytest.mark.parametrize("call", CALLS)
def test_good_puzzles_have_the_same_answers_either_way(call: str) -> None:
    run, listed = CALLS[call]
    kept = run(GOOD, on_error="keep")
    assert listed(kept) == listed(run(GOOD))
    assert not kept.errors
    assert not kept.exceptions


@together("call", CALLS)
@together("value", ["coerce", None, True, 1, ["keep"]])
def test_any_other_value_is_refused_with_both(call: str, value: object) -> None:
    run, _ = CALLS[call]
    with pytest.raises(ValueError, match=r"on_error .*'raise' or 'keep'"):
        run(GOOD, on_error=value)


@together("call", CALLS)
def test_all_may_be_bad(call: str) -> None:
    run, listed = CALLS[call]
    found = run([None, "garbage"], on_error="keep")
    assert [*found.errors] == [0, 1]
    assert all(map(EMPTY[call], listed(found)))


@together("call", CALLS)
def test_positions_count_from_0_in_every_call(call: str) -> None:
    run, _ = CALLS[call]
    for bad, words in ((EASY[:-1], "expected 81 characters"), (None, r"missing value \(None\)")):
        with pytest.raises(pandoku.PandokuError, match=rf"^puzzle 2: .*{words}"):
            run([EASY, EASY, bad])
    with pytest.raises(pandoku.PandokuError, match=r"^puzzle 1: .*missing value \(None\)"):
        pandoku.loads_many([EASY, None])  # type: ignore[list-item]


@pytest.mark.parametrize("call", CALLS)
def test_an_exception_is_what_the_puzzle_alone_raises(call: str) -> None:
    run, _ = CALLS[call]
    for bad in (EASY[:-1], "\0" * 81, None, object()):
        kept = run([EASY, bad], on_error="keep").exceptions[1]
        with pytest.raises(type(kept)) as caught:
            pandoku.solve(bad)  # type: ignore[arg-type]
        assert str(kept).endswith(str(caught.value).rpartition("; ")[2])
        assert kept.__traceback__ is None


def test_each_yields_the_exceptions_in_the_places_of_the_answers() -> None:
    for call in (pandoku.solve_all, pandoku.rate_all):
        found = call([EASY, "", EASY], on_error="keep")
        first, bad, last = found.each()
        assert (first, last) == (found[0], found[2])
        assert bad is found.exceptions[1]


def test_an_array_keeps_the_places_of_rows_with_other_numbers() -> None:
    rows = np.array([pandoku.loads(EASY).givens] * 4)
    rows[1, 4], rows[3, 80] = 10, -1
    numbers = {
        1: ("r1c5", "10"),
        3: ("r9c9", "-1"),
    }
    unsigned = np.where(rows == -1, 255, rows).astype(np.uint8)
    for array in (rows, rows.astype(float), rows.reshape(-1, 9, 9), rows.tolist(), unsigned):
        found = pandoku.solve_many(array, on_error="keep")
        assert found.counts.tolist() == [1, -1, 1, -1]
        named = {at: (text[:4], text.split()[-1]) for at, text in found.errors.items()}
        assert named == numbers or array is unsigned
    batch = Batch(9, unsigned)
    assert pandoku.count_many(batch, 2, on_error="keep").tolist() == [1, -1, 1, -1]
    halves = np.where(rows == 10, 4.5, rows)
    assert "found 4.5" in pandoku.count_many(halves, 2, on_error="keep").errors[1]
    masks = np.full((2, 81), 511)
    masks[1, 3] = 512
    kept = pandoku.count_many(masks, 2, masks=True, on_error="keep")
    assert [*kept.errors] == [1]
    assert re.fullmatch("r1c4: .*, found 512", kept.errors[1])


def test_what_is_wrong_with_all_is_still_refused() -> None:
    for call in (pandoku.solve_many, pandoku.rate_many, pandoku.explain_many):
        with pytest.raises(ValueError, match=r"square .*80"):
            call(np.zeros((2, 80), np.uint8), on_error="keep")
        with pytest.raises(ValueError, match="one puzzle"):
            call([], on_error="keep")
        with pytest.raises(TypeError, match="like as "):
            call(np.zeros((2, 81), np.uint8), like=9, on_error="keep")  # type: ignore[arg-type, call-overload]
        with pytest.raises(PuzzleError, match="many puzzles"):
            call(EASY, on_error="keep")
    with pytest.raises(pandoku.TechniqueError, match="no scale 'magic'"):
        pandoku.rate_many([None], scale="magic", on_error="keep")
    with pytest.raises(pandoku.EngineError, match="no engine 'magic'"):
        pandoku.solve_all([None], engine="magic", on_error="keep")


def test_most_puzzles_decide_about_the_geometry() -> None:
    mixed = ["1..............."] * 2 + [EASY] * 4 + ["1..............."]
    assert pandoku.count_many(mixed, 2, on_error="keep").tolist() == [-1, -1, 1, 1, 1, 1, -1]
    assert pandoku.count_many(mixed[1:4:2], 2, on_error="keep").tolist() == [2, -1]


def test_rules_that_a_call_does_not_take_are_bad_for_it_alone() -> None:
    killer = Puzzle.killer(4, [(3, "r1c1 r1c2")])
    limited = Puzzle(4, candidates=(15,) * 16)
    far = Puzzle.killer(4, [(2**70, "r1c1 r1c2")])
    puzzles: list[Any] = [FOUR, killer, limited, far]
    assert pandoku.solve_many(puzzles, on_error="keep").counts.tolist() == [1, 2, 2, -1]
    assert pandoku.solve_many(puzzles, on_error="keep").errors[3].startswith("rules: cage 1:")
    paths = pandoku.explain_many(puzzles, on_error="keep")
    assert [*paths.errors] == [2, 3]
    assert paths.errors[2].startswith("rules: ")
    assert paths.n_steps[0] == pandoku.explain_many([FOUR]).n_steps[0]
    limited, far = Puzzle(9, candidates=(511,) * 81), Puzzle.killer(9, [(2**70, "r1c1 r1c2")])
    large: list[Any] = [EASY, KILLER, limited, far]
    by_scale = pandoku.rate_many(large, scale="se", on_error="keep")
    assert {1, 3} <= {*by_scale.errors}
    assert all(by_scale.errors[at].startswith("rules: ") for at in by_scale.errors)
    assert by_scale[0] == pandoku.rate(EASY)
    killers = Batch.of([killer, killer.replace(cages=())])
    assert pandoku.count_many(killers, 2, on_error="keep").tolist() == [2, 2]


def test_texts_among_many_become_puzzles_or_none() -> None:
    json = pandoku.dumps(Puzzle(4, title="small"))
    found = pandoku.loads_many([EASY, json, EASY[:-1], "", None, EASY], on_error="keep")
    assert found == [Puzzle(EASY), pandoku.loads(json), None, None, None, Puzzle(EASY)]
    assert found[1] is not None
    assert found[1].title == "small"
    assert [*found.errors] == [2, 3, 4]
    assert found.errors[2].endswith(", found 80")


def test_the_messages_go_along_to_another_process() -> None:
    puzzles = [EASY, None]
    for call, _ in CALLS.values():
        found = call(puzzles, on_error="keep")
        again = pickle.loads(pickle.dumps(found))
        assert type(again) is type(found)
        assert again.errors == {1: "null"}
        assert isinstance(again.exceptions[1], PuzzleError)
    part = pandoku.count_many(puzzles, 2, on_error="keep")[:1]
    assert not hasattr(part, "errors")
    assert pickle.loads(pickle.dumps(part)).tolist() == [1]


def test_the_answer_of_solve_many_is_a_pair() -> None:
    solutions, counts = found = pandoku.solve_many([EASY, None], on_error="keep")
    assert len(found) == 2
    assert isinstance(found, tuple)
    assert (found.solutions is solutions, found.counts is counts) == (True, True)
    assert dict(pandoku.solve_many([EASY]).errors) == {}


def test_columns_of_every_library_are_taken() -> None:
    class Chunked:
        """What matters of a chunked column of pyarrow."""

        def to_pylist(self) -> list[Any]:
            return [EASY, None]

    class Series:
        """What matters of a Series of polars."""

        def to_list(self) -> list[Any]:
            return [EASY, None]

    for column in (Chunked(), Series(), np.array([EASY, None], object)):
        for call, _ in CALLS.values():
            assert call(column, on_error="keep").errors == {1: "null"}
    assert pandoku.solve_many(np.array([EASY, ESCARGOT])).counts.tolist() == [1, 1]


def test_columns_of_pyarrow_polars_and_pandas_are_taken() -> None:
    makers: list[Callable[[list[Any]], Any]] = []
    arrow = pytest.importorskip("pyarrow")
    makers += [arrow.array, lambda texts: arrow.chunked_array([texts[:1], texts[1:]])]
    makers.append(pytest.importorskip("polars").Series)
    pandas = pytest.importorskip("pandas")
    makers += [pandas.Series, lambda texts: pandas.Series(texts, dtype="string")]
    for make in makers:
        assert pandoku.solve_many(make([EASY, ESCARGOT])).counts.tolist() == [1, 1]
        with pytest.raises(PuzzleError, match=r"puzzle 1: .*missing"):
            pandoku.solve_many(make([EASY, None]))


@together("numbers", [[10**80, 5], np.array([10**12, 10**13]), np.array([1e80]), [1.5e80]])
@together("call", CALLS)
def test_puzzles_that_became_numbers_name_the_way_out(call: str, numbers: Any) -> None:
    run, _ = CALLS[call]
    with pytest.raises(PuzzleError, match=r"puzzle 0: .* read_csv\(\.\.\., dtype=str\)"):
        run(numbers)


@together("call", CALLS)
def test_one_puzzle_is_sent_to_the_call_for_all_its_solutions(call: str) -> None:
    run, _ = CALLS[call]
    with pytest.raises(PuzzleError, match=r"solve\(puzzle, limit=None\)\.solutions"):
        run(Puzzle(EASY))
