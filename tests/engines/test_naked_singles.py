"""naked-singles: the Steps paper's order, one step at a time."""

from __future__ import annotations

from pandoku.engines import Event, naked_singles
from pandoku.model import Board, Cage, Geometry, Puzzle, Step
from tests.data import SHARED, needs

STUCK = SHARED / "classics" / "003" / "stuck_hard.in"
FIGURE = "040000179002008054006005008080070910050090030019060040300400700570100200928000060"
HARDER = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"


def sudoku(line: str) -> Puzzle:
    return Puzzle(9, tuple(map(int, line)))


def placements(steps: list[Step]) -> list[tuple[str, int]]:
    return [(Geometry.latin(9).name(c), d) for step in steps for c, d in step.placements]


def test_the_papers_figure_takes_48_steps() -> None:
    steps = placements(list(naked_singles.single_steps(sudoku(FIGURE))))
    assert len(steps) == 48
    assert (steps[0], steps[-1]) == (("r1c1", 8), ("r9c9", 1))


def test_the_topmost_then_the_leftmost_is_taken_after_every_fill() -> None:
    steps = placements(list(naked_singles.single_steps(sudoku(HARDER))))
    assert (len(steps), steps[0]) == (51, ("r5c5", 5))
    board = Board.start(sudoku(HARDER))
    for step in naked_singles.single_steps(sudoku(HARDER)):
        ((cell, digit),) = step.placements
        singles = [c for c in range(81) if not board.digits[c] and len(board.candidates(c)) == 1]
        assert cell == singles[0]
        board = board.place(cell, digit)
    assert board.is_full


@needs(STUCK)
def test_the_hard_grid_is_stuck_after_5_steps() -> None:
    outcome = naked_singles.ENGINE.solve(sudoku("".join(STUCK.read_text().split())))
    assert (outcome.stopped, outcome.stats["steps"]) == ("stuck", 5)


def test_a_step_names_the_cells_that_exclude_the_other_digits() -> None:
    (step,) = naked_singles.single_steps(Puzzle(4, (1, 2, 3, 0) + (0,) * 12))
    assert step.technique == "naked-single"
    assert step.facts.cells == ((3, "single"), (0, "excludes"), (1, "excludes"), (2, "excludes"))


def test_steps_go_on_from_a_board_and_its_own_candidates() -> None:
    board = Board.start(Puzzle(Geometry.latin(4)))
    for digit in (1, 2, 4):
        board = board.eliminate(10, digit)
    first = next(iter(naked_singles.single_steps(board)))
    assert first.placements == ((10, 3),)
    assert first.facts.cells == ((10, "single"),)


def test_the_candidates_of_a_puzzle_limit_its_cells() -> None:
    masks = (0b0100,) + (0b1111,) * 15
    first = next(iter(naked_singles.single_steps(Puzzle(4, candidates=masks))))
    assert first.placements == ((0, 3),)


def test_the_outcome_holds_the_board_that_was_reached() -> None:
    events: list[Event] = []
    outcome = naked_singles.ENGINE.solve(Puzzle(4, (1, 2, 3) + (0,) * 13), on_event=events.append)
    assert (outcome.count, outcome.stopped, outcome.stats["steps"]) == (0, "stuck", 1)
    assert outcome.board is not None
    assert outcome.board.digits == (1, 2, 3, 4) + (0,) * 12
    assert events == [("place", 3, 4)]


def test_a_cell_without_a_candidate_proves_there_is_no_solution() -> None:
    outcome = naked_singles.ENGINE.solve(Puzzle(4, (1, 2, 3, 0, 0, 0, 0, 4) + (0,) * 8))
    assert (outcome.count, outcome.stopped) == (0, None)


def test_every_house_counts_and_cages_are_refused() -> None:
    diagonal = Puzzle(Geometry(4, (2, 2), diagonals=True), (1, 0, 0, 0, 0, 2) + (0,) * 10)
    board = naked_singles.ENGINE.solve(diagonal).board
    assert board is not None
    assert set(board.candidates(15)) <= {3, 4}
    assert naked_singles.ENGINE.supports(Puzzle(Geometry.sudoku(4), cages=(Cage("+", 3, (0, 1)),)))
