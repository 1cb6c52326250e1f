"""The combinations of a cage, and what they exclude around it, are one step."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import pandoku
from pandoku import Board, Cage, Puzzle, explain, hint
from pandoku.logic import Path, _walk, next_step, rate_all
from pandoku.logic.path import PathStep
from pandoku.rating import get_scale
from pandoku.techniques import TECHNIQUES
from tests.techniques.sentences import false_claims, unnamed

SEEDS = (1, 3)
# One by one, the steps of a cage follow each other in this puzzle.
IN_A_RUN = pandoku.loads("6:b_b_3aa__aa_4a__b__b_ab__ca3__b__,m90m144m24a3m30m240m60a11d3s2m6m20")
INSIDE, AROUND = "cage-combinations", "cage-pointing"
HUMAN = get_scale("human").choosing
RATING = 3.0  # of cage pointing


@pytest.fixture(scope="module")
def paths() -> list[Path]:
    made = (pandoku.generate("calcudoku", 6, seed=seed) for seed in SEEDS)
    return [explain(puzzle, is_proper=True) for puzzle in (*made, IN_A_RUN)]


def joined_in(path: Path) -> list[PathStep]:
    return [each for each in path if each.step.facts.steps and each.step.technique == AROUND]


def hard_runs(path: Path) -> Iterator[int]:
    """Yield the number of each combinations step before a pointing step of the same cage.

    Steps before the path reaches the rating of the pointing step are left out.
    """
    reached, last = 0.0, ("", -1)
    for number, (step, score) in enumerate(zip(path.steps, path.scores(), strict=True), 1):
        cage = step.facts.cages[0].cage if step.facts.cages else -1
        if step.technique == AROUND and last == (INSIDE, cage) and reached >= RATING:
            yield number - 1
        reached, last = max(reached, score or 0), (step.technique, cage)


def test_a_joined_step_has_the_steps_of_both_techniques_for_one_cage(paths: list[Path]) -> None:
    found = [each for path in paths for each in joined_in(path)]
    assert len(found) >= len(SEEDS)
    for each in found:
        inside, around = each.step.parts
        assert (inside.technique, around.technique) == (INSIDE, AROUND)
        assert inside.facts.cages == around.facts.cages == each.step.facts.cages
        for part in each.step.parts:
            assert part in TECHNIQUES[part.technique].steps(each.board)
        assert {*each.step.eliminations} == {*inside.eliminations, *around.eliminations}


def test_joining_leaves_no_run_and_makes_no_path_harder(
    paths: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not any(number for path in paths for number in hard_runs(path))
    rated = rate_all([path.start.puzzle for path in paths], scale="pandoku")
    assert [path.rating().score for path in paths] == [each.score for each in rated]
    assert HUMAN is not None
    alone = HUMAN.efforts[AROUND]._replace(joins="")
    monkeypatch.setitem(HUMAN.efforts, AROUND, alone)
    monkeypatch.setattr(_walk, "_chosen", _walk._chosen.__wrapped__)  # it keeps the old efforts
    before = [explain(path.start, is_proper=True) for path in paths]
    assert not any(joined_in(path) for path in before)
    assert any(number for path in before for number in hard_runs(path))
    for path, old in zip(paths, before, strict=True):
        assert max(filter(None, path.scores())) == max(filter(None, old.scores()))


def test_a_joined_step_is_one_line_and_one_proof(paths: list[Path]) -> None:
    for path in paths:
        for each in joined_in(path):
            told = each.explanation
            assert len(told.short.split()) <= 15
            assert str(told.short).count(":") <= 1
            assert told.full[-1].startswith("So remove ") or "leave only" in told.full[-1]
            for sentence in told.full:
                assert false_claims(sentence, each.board) == [], sentence
                assert unnamed(sentence, each.board.puzzle) == [], sentence


def of_two_cages(*cages: Cage) -> Board:
    return Board.start(Puzzle.sudoku(9).with_(*cages))


def test_a_path_of_easy_steps_keeps_the_easy_step() -> None:
    board = of_two_cages(Cage("+", 30, (0, 1, 2, 9), repeats=False))
    step = next_step(board, is_proper=True)
    assert step is not None
    assert (step.technique, step.facts.steps) == (INSIDE, ())


def test_a_hint_joins_the_steps_if_the_board_is_hard_anyway() -> None:
    board = of_two_cages(Cage("+", 30, (0, 1, 2, 9), repeats=False))
    found = hint(board, 5).step
    assert found is not None
    assert [part.technique for part in found.parts] == [INSIDE, AROUND]
    assert "30-cage" in hint(board, 5).text
    for level in range(1, 5):
        assert hint(board, level).text
    easy = pandoku.generate("killer", 6, seed=1)
    assert pandoku.rate(easy).score < RATING
    first = hint(easy, 5).step
    assert first == next_step(easy)
