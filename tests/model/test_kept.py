"""Facts that are kept for the rules of the latest puzzles."""

from pandoku import Puzzle
from pandoku.constraints import Thermometer
from pandoku.model import per_rules


def test_puzzles_with_identical_rules_share_a_result() -> None:
    asked: list[Puzzle] = []

    @per_rules
    def number(puzzle: Puzzle) -> int:
        asked.append(puzzle)
        return len(asked)

    first = Puzzle.sudoku(4).with_(Thermometer((0, 1, 2)))
    given = first.replace(givens=(1, *[0] * 15))
    assert [number(first), number(given), number(first)] == [1, 1, 1]
    other = Puzzle.sudoku(4).with_(Thermometer((0, 1)))
    assert [number(other), number(given.replace(cages=())), number(Puzzle.sudoku(4))] == [2, 1, 3]


def test_only_the_latest_puzzles_are_kept() -> None:
    number = per_rules(lambda puzzle: puzzle)
    puzzles = [Puzzle.sudoku(4).with_(Thermometer((0, at))) for at in range(1, 16)]
    assert [*map(number, puzzles)] == puzzles
    assert all(number(puzzle) is puzzle for puzzle in puzzles[-2:])


def test_the_sight_does_not_depend_on_givens() -> None:
    puzzle = Puzzle.killer(4, [(5, "r1c1 r1c2 r2c3")])
    assert puzzle.replace(givens=(1, *[0] * 15)).sight is puzzle.sight
    assert puzzle.replace(cages=()).sight[0] != puzzle.sight[0]
