from pathlib import Path

import pandoku
from tests.data import EXAMPLE_FILES
from tests.together import together


def test_there_are_many_kinds_of_examples() -> None:
    puzzles = [pandoku.load(path) for path in EXAMPLE_FILES]
    assert len(puzzles) >= 12
    assert {4, 5, 6, 7, 9, 12, 16, 25} <= {puzzle.order for puzzle in puzzles}
    assert any(puzzle.geometry.regions for puzzle in puzzles)
    assert any(puzzle.geometry.diagonals for puzzle in puzzles)
    assert any(puzzle.geometry.extra for puzzle in puzzles)
    assert any(cage.operation == "?" for puzzle in puzzles for cage in puzzle.cages)


@together("path", EXAMPLE_FILES, ids=lambda path: path.name)
def test_every_example_is_proper(path: Path) -> None:
    puzzle = pandoku.load(path)
    assert [p for p in puzzle.problems() if p.severity == "error"] == []
    outcome = pandoku.solve(puzzle, limit=2)
    assert (outcome.count, outcome.complete) == (1, True)
    assert puzzle.accepts(outcome.solutions[0])
