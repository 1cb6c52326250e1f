"""What the functions at the top take, and what they answer."""

import pickle
from collections import UserList
from io import StringIO
from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku import Batch, Board, Budget, Cage, FormatError, Geometry, Puzzle, PuzzleError
from tests.in_full import in_full
from tests.together import together

TEXT = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [[int(char.replace(".", "0")) for char in TEXT[r : r + 9]] for r in range(0, 81, 9)]
PUZZLE = pandoku.loads(TEXT)
FORMS: dict[str, Any] = {
    "text": TEXT,
    "bytes": TEXT.encode(),
    "rows": ROWS,
    "array": np.array(ROWS),
    "board": Board.start(PUZZLE),
}


class Column(UserList[Any]):
    """What matters of a pandas Series here: it is no list, and has `tolist`."""

    def tolist(self) -> list[Any]:
        return list(self.data)


@pytest.mark.parametrize("form", FORMS)
def test_every_function_takes_a_puzzle_in_every_form(form: str) -> None:
    puzzle = FORMS[form]
    assert pandoku.solve(puzzle).is_unique
    assert pandoku.count(puzzle) == 1
    assert pandoku.check(puzzle).is_proper
    assert pandoku.true_candidates(puzzle) == pandoku.true_candidates(PUZZLE)
    assert in_full(pandoku.explain(puzzle)) == in_full(pandoku.explain(PUZZLE))
    assert pandoku.rate(puzzle) == pandoku.rate(PUZZLE)
    assert pandoku.hint(puzzle, 4) == pandoku.hint(PUZZLE, 4)
    assert pandoku.svg(puzzle).startswith("<svg")
    assert [each.count for each in pandoku.solve_all([puzzle, PUZZLE])] == [1, 1]


def test_the_hint_of_a_puzzle_starts_before_the_first_move() -> None:
    assert in_full(Board.start(TEXT)) == in_full(Board.start(PUZZLE))
    assert pandoku.hint(PUZZLE, 2).text == pandoku.hint(Board.start(PUZZLE), 2).text


def test_a_text_with_progress_is_explained_from_there() -> None:
    text = ":0000:x:1+2..............:313::"
    assert in_full(pandoku.explain(text).start) == in_full(pandoku.loads_board(text))


def test_a_board_is_solved_from_its_position() -> None:
    start = Board.start(Puzzle(4))
    assert pandoku.count(start.place(0, 1)) == 72
    wrong = start.eliminate(0, 1).eliminate(0, 2).eliminate(0, 3)
    assert pandoku.solve(wrong).solution[0] == 4  # type: ignore[index]


def test_the_name_of_a_file_is_met_with_the_function_that_reads_files() -> None:
    with pytest.raises(FormatError, match=r"pandoku\.load\('puzzles/hard\.txt'\)"):
        pandoku.solve("puzzles/hard.txt")


@together(
    "puzzles",
    [
        [TEXT, TEXT],
        (TEXT, TEXT.encode() + b"\n"),
        [TEXT, PUZZLE],
        [ROWS, TEXT],
        [ROWS, ROWS],
        [PUZZLE, PUZZLE],
        [np.array(ROWS), np.array(ROWS)],
        np.array([ROWS, ROWS]),
        np.array([ROWS, ROWS], np.int16).reshape(2, 81),
        np.array([ROWS, ROWS], np.float64),
        np.where(np.array([ROWS, ROWS]) == 0, np.nan, [ROWS, ROWS]),
        np.array([TEXT, TEXT]),
        np.array([TEXT, PUZZLE], object),
        Column([TEXT, TEXT]),
        Batch.of([PUZZLE, PUZZLE]),
        iter([TEXT, TEXT]),
        ["\n".join(TEXT[r : r + 9] for r in range(0, 81, 9)), TEXT],
    ],
    ids=lambda value: type(value).__name__,
)
def test_many_puzzles_are_taken_in_every_form(puzzles: Any) -> None:
    listed = list(puzzles) if hasattr(puzzles, "__next__") else puzzles
    solutions, counts = pandoku.solve_many(listed)
    assert counts.tolist() == [1, 1]
    assert tuple(solutions[1].tolist()) == pandoku.solve(PUZZLE).solution
    assert pandoku.count_many(listed, 2).tolist() == [1, 1]
    assert pandoku.explain_many(listed).n_steps[0] == len(pandoku.explain(PUZZLE))
    assert pandoku.rate_many(listed).er.tolist() == [pandoku.rate(PUZZLE).er] * 2
    assert pandoku.true_candidates_many(listed).shape == (2, 81)


@pytest.mark.parametrize(
    ("kind", "value"), [("int64", 256 + 5), ("int16", -1), ("int64", 10), ("float64", 2.5)]
)
def test_numbers_are_checked_before_they_are_narrowed(kind: str, value: float) -> None:
    array = np.zeros((2, 9, 9), kind)
    array[1, 0, 3] = value
    with pytest.raises(ValueError, match=rf"puzzle 1, r1c4: .* found {value}"):
        pandoku.solve_many(array)


def test_a_bad_text_among_many_is_named_by_its_position() -> None:
    with pytest.raises(FormatError, match=r"puzzle 2: .*expected 81 characters"):
        pandoku.solve_many([TEXT, TEXT, TEXT[:-1], TEXT])
    with pytest.raises(PuzzleError, match=r"puzzle 1: .*\(nan\)"):
        pandoku.solve_many(Column([TEXT, float("nan")]))


def test_a_single_grid_among_many_says_what_takes_it() -> None:
    with pytest.raises(ValueError, match=r"pandoku\.solve"):
        pandoku.solve_many(np.array(ROWS))


def test_solve_proves_that_a_solution_is_the_only_one() -> None:
    assert pandoku.solve(PUZZLE).is_unique
    assert not pandoku.solve(PUZZLE, limit=1).is_unique
    assert pandoku.solve(Puzzle(4)).count == 2
    assert pandoku.solve(Puzzle(4), limit=None).count == 288


def test_the_grid_of_an_outcome_is_its_first_solution_in_rows() -> None:
    outcome = pandoku.solve(PUZZLE)
    assert outcome.grid is not None
    assert sum(outcome.grid, ()) == outcome.solution
    assert PUZZLE.accepts(outcome.grid)
    assert PUZZLE.accepts(np.array(outcome.grid))
    assert not PUZZLE.accepts(ROWS)
    assert outcome.grid[0] == (5, 3, 4, 6, 7, 8, 9, 1, 2)
    assert pandoku.solve(Puzzle(2, (1, 0, 0, 2))).grid is None


@pytest.mark.parametrize(
    ("puzzle", "options", "words"),
    [
        (PUZZLE, {}, "unique"),
        (Puzzle(2, (1, 0, 0, 2)), {}, "no solution"),
        (Puzzle(4), {}, "2 or more solutions"),
        (Puzzle(4), {"limit": 1}, "1 or more solution"),
        (Puzzle(4), {"limit": None}, "288 solutions"),
        (Puzzle(4), {"engine": "naked-singles"}, "no solution found, stuck"),
        (Puzzle(9), {"limit": 10**9, "budget": Budget(nodes=50)}, "out of nodes"),
        (Puzzle(9), {"limit": 100_000}, "100000 or more solutions, the first 98765 held"),
    ],
)
def test_an_outcome_says_in_words_what_was_found(
    puzzle: Puzzle, options: dict[str, Any], words: str
) -> None:
    assert words in repr(pandoku.solve(puzzle, **options))


def test_an_outcome_says_whether_it_holds_all_solutions() -> None:
    assert pandoku.solve(Puzzle(4), limit=None).holds_all
    assert not pandoku.solve(Puzzle(9), limit=100_000).holds_all


def test_a_count_is_a_number_that_says_whether_it_is_exact() -> None:
    exact, least = pandoku.count(Puzzle(4), limit=1000), pandoku.count(Puzzle(9))
    assert (exact, exact.is_exact, f"{exact}") == (288, True, "288")
    assert (least, least.is_exact, f"{least}") == (100_000, False, "at least 100000")
    assert pandoku.count(Puzzle(4), limit=None) == 288
    copy = pickle.loads(pickle.dumps(least))
    assert (copy, copy.is_exact) == (100_000, False)
    assert str(pandoku.count(Puzzle.kenken(4, [("3+", [0, 1])]), 5)) == "at least 5"


def test_a_number_as_a_budget_means_seconds() -> None:
    assert pandoku.solve(Puzzle(9), limit=None, budget=0.02).stopped == "seconds"
    assert not pandoku.count(Puzzle(9), None, budget=0.02).is_exact
    assert pandoku.true_candidates(PUZZLE, budget=1) is not None


def test_check_lists_the_problems_and_two_solutions() -> None:
    clash = pandoku.check(Puzzle(4, (1, 1) + (0,) * 14))
    assert (clash.verdict, clash.outcome, clash.solutions) == ("impossible", None, ())
    assert str(clash).splitlines()[1].startswith("  error: row 1 ")
    several = pandoku.check(Puzzle(4))
    assert (several.verdict, several.is_proper) == ("several solutions", False)
    first, second = several.solutions
    assert several.differing_cells == tuple(c for c in range(16) if first[c] != second[c])
    assert pandoku.check(Puzzle(2, (1, 0, 0, 2))).verdict == "no solution"
    assert pandoku.check(PUZZLE).verdict == "proper"
    hard = Puzzle.killer(9, [(40, list(range(7)))])
    assert pandoku.check(hard, budget=1e-9).verdict == "unknown, out of budget"


def test_printing_a_puzzle_draws_it() -> None:
    drawn = str(Puzzle.killer(4, {(0, 1): 3}))
    assert "┏" in drawn
    assert "3" in drawn.splitlines()[1]
    assert "\n" not in repr(PUZZLE)
    assert str(PUZZLE).splitlines()[1] == "┃ 5  3  · ┃ ·  7  · ┃ ·  ·  · ┃"


def test_printing_an_outcome_draws_the_solution_and_says_if_it_is_not_the_only_one() -> None:
    assert str(pandoku.solve(PUZZLE)).splitlines()[1] == "┃ 5  3  4 ┃ 6  7  8 ┃ 9  1  2 ┃"
    assert str(pandoku.solve(Puzzle(4))).splitlines()[-1] == "2 or more solutions"
    assert str(pandoku.solve(Puzzle(2, (1, 0, 0, 2)))) == "no solution"
    stuck = pandoku.solve(Puzzle(4), engine="naked-singles")
    assert str(stuck).endswith("stuck")


def test_the_solution_of_a_killer_is_drawn_with_its_cages() -> None:
    killer = Puzzle.killer(4, {(0, 1): 3})
    picture = pandoku.svg(pandoku.solve(killer))
    assert 'class="clue"' in picture


@together("level", range(6))
def test_the_picture_of_a_hint_shows_no_more_than_its_text(level: int) -> None:
    given = pandoku.hint(PUZZLE, level)
    picture = given._repr_svg_()
    assert picture is not None
    assert ('class="placed"' in picture) == (level == 5)
    assert str(given) == given.text


def test_values_are_shown_by_rich() -> None:
    from rich.console import Console

    path = pandoku.explain(PUZZLE)
    values: list[tuple[Any, str]] = [
        (PUZZLE, "5  3"),
        (Board.start(PUZZLE), "┊"),
        (pandoku.solve(PUZZLE), "unique"),
        (pandoku.solve(Puzzle(2, (1, 0, 0, 2))), "no solution"),
        (pandoku.hint(PUZZLE, 2), "Look at"),
        (path, "solved in"),
        (path[0], "┃"),
        (path[0].explanation, "So "),
    ]
    for value, expected in values:
        console = Console(width=120, record=True, file=StringIO())
        console.print(value)
        assert expected in console.export_text(), value


def test_values_have_pictures_for_notebooks() -> None:
    path = pandoku.explain(PUZZLE)
    for value in (PUZZLE, pandoku.solve(PUZZLE), path[0], pandoku.hint(PUZZLE, 3)):
        picture = value._repr_svg_()
        assert picture is not None
        assert 'role="img"' in picture
        assert "<title>" in picture
    assert "<p>" in path[0].explanation._repr_html_()
    assert pandoku.solve(Puzzle(2, (1, 0, 0, 2)))._repr_svg_() is None


def test_a_picture_has_its_digits_and_cages_as_text() -> None:
    picture = pandoku.svg(Puzzle.killer(2, {(0, 1): 3}).replace(givens=(1, 0, 0, 0)))
    assert "<desc>Row 1: 1 empty. Row 2: empty empty. Cage 3+: r1c1 r1c2.</desc>" in picture


def test_the_last_steps_of_a_path_are_found_by_index_and_slice() -> None:
    path = pandoku.explain(PUZZLE)
    assert [each.number for each in path[1:3]] == [2, 3]
    assert path[-1].number == len(path)
    with pytest.raises(IndexError, match=rf"0\.\.{len(path) - 1}, found 999"):
        path[999]
    with pytest.raises(TypeError, match="found 'x'"):
        path["x"]  # type: ignore[call-overload]


def test_pictures_are_found_at_the_top() -> None:
    assert {"draw", "svg", "png", "check", "explain_many"} <= set(dir(pandoku))
    assert pandoku.draw.draw(PUZZLE).order == 9
    assert pandoku.png(PUZZLE)[:4] == b"\x89PNG"


def test_a_misspelt_name_is_met_with_the_nearest() -> None:
    with pytest.raises(AttributeError, match=r"'slove'; .*'solve'"):
        pandoku.slove  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match=r"'Puzzle\.sudoku'"):
        pandoku.Sudoku  # type: ignore[attr-defined]  # noqa: B018


def test_a_single_technique_may_be_named_without_a_list() -> None:
    path = pandoku.explain(PUZZLE, techniques="naked-single")
    assert path.techniques == ("naked-single",)


def test_candidates_out_of_range_never_reach_the_core() -> None:
    for masks in ((16,) * 16, (1 << 40,) * 16):
        with pytest.raises(PuzzleError, match=r"mask of .* 1\.\.4"):
            pandoku.explain(Board(Puzzle(4), (0,) * 16, masks))
    with pytest.raises(PuzzleError, match=r"r1c1: .* found 9"):
        pandoku.explain(Board(Puzzle(4, (9,) + (0,) * 15), (0,) * 16, (15,) * 16))


def test_cells_are_named_in_three_ways() -> None:
    board = Board.start(Puzzle(9))
    assert board.place("r2c3", 5) == board.place((1, 2), 5) == board.place(11, np.int64(5))
    assert Cage("+", np.int64(3), np.array([0, 1])) == Cage("+", 3, (0, 1))  # type: ignore[arg-type]
    assert Geometry.sudoku(9).name(11) == "r2c3"
