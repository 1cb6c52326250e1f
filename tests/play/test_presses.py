"""The effect of the player's key presses on the selected cells."""

from __future__ import annotations

import pytest

from pandoku import Cage, Geometry, Marks, Puzzle, PuzzleError
from pandoku.play import Edit, Game, candidates_left
from tests.together import together

FOUR = Puzzle(4, (1, 0, 0, 4) + (0,) * 12)
SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
APART = Puzzle(Geometry.latin(4), cages=(Cage("+", None, (0, 5), repeats=False),))
EQUAL = Puzzle(Geometry.latin(4), cages=(Cage("+", 4, (0, 5)),))


def edits(game: Game) -> tuple[Edit, ...]:
    return game.moves[-1].edits


@pytest.mark.parametrize("layer", ["digit", "corner", "center", "color"])
def test_a_number_is_set_in_all_cells_and_removed_once_all_have_it(layer: str) -> None:
    game = Game.start(FOUR).enter(layer, 2, "r1c2")
    both = game.enter(layer, 2, "r1c3 r1c2")
    assert edits(both) == (Edit(layer, 2, (2,)),)
    assert all(both.position.has(layer, 2, cell) for cell in (1, 2))
    gone = both.enter(layer, 2, "r1c2 r1c3")
    assert gone.position == Game.start(FOUR).position


def test_marks_of_one_kind_add_up_and_leave_the_other_kinds_alone() -> None:
    game = Game.start(FOUR)
    for layer, number in (("corner", 1), ("corner", 3), ("center", 2), ("color", 9)):
        game = game.enter(layer, number, [1])
    assert game.marks == Marks.of(4, corner={1: (1, 3)}, center={1: (2,)}, colors={1: (9,)})


@pytest.mark.parametrize("layer", ["digit", "corner", "center"])
def test_givens_are_passed_over_and_do_not_count_for_removing(layer: str) -> None:
    game = Game.start(FOUR).enter(layer, 1, "r1c1 r1c2 r1c3 r1c4")
    assert edits(game) == (Edit(layer, 1, (1, 2)),)
    assert game.enter(layer, 1, "r1c1 r1c2 r1c3").position == Game.start(FOUR).position


def test_marks_pass_over_cells_with_a_digit_and_colors_go_everywhere() -> None:
    game = Game.start(FOUR).place("r1c2", 3)
    assert edits(game.enter("center", 1, "r1c2 r1c3")) == (Edit("center", 1, (2,)),)
    assert edits(game.enter("color", 1, "r1c1 r1c2")) == (Edit("color", 1, (0, 1)),)


def test_a_digit_hides_the_marks_of_its_cell_until_it_is_gone() -> None:
    noted = Game.start(FOUR).enter("corner", 2, "r1c2").enter("center", 3, "r1c2")
    game = noted.place("r1c2", 2)
    assert game.marks == noted.marks
    assert game.clear("r1c2").position == game.undo().position == noted.position


def test_zero_clears_a_layer() -> None:
    game = Game.start(FOUR).enter("corner", 1, "r1c2 r1c3").enter("corner", 2, "r1c2")
    assert edits(game.enter("corner", 0, "r1c2 r1c3 r2c1")) == (Edit("corner", 0, (1, 2)),)


def test_tidy_takes_the_digit_from_the_marks_of_exactly_the_peers() -> None:
    everywhere = Game.start(Puzzle(4)).enter("corner", 2, range(16)).enter("center", 2, range(16))
    game = everywhere.enter("corner", 3, range(16)).place("r1c1", 2, tidy=True)
    peers = Puzzle(4).sight[0]
    for cell in range(16):
        assert game.position.has("corner", 2, cell) == (cell not in peers)
        assert game.position.has("center", 2, cell) == (cell not in peers)
        assert game.position.has("corner", 3, cell)
    assert game.undo().position == everywhere.enter("corner", 3, range(16)).position


def test_tidy_reaches_the_cells_of_a_cage_whose_digits_differ_and_no_others() -> None:
    apart = Game.start(APART).enter("center", 4, "r2c2 r3c3")  # neither is a peer of r1c1
    assert edits(apart.place("r1c1", 4, tidy=True))[1:] == (Edit("center", -4, (5,)),)
    equal = Game.start(EQUAL).enter("center", 4, "r2c2 r3c3")
    assert edits(equal.place("r1c1", 4, tidy=True))[1:] == ()


def test_without_tidy_the_marks_stay() -> None:
    game = Game.start(Puzzle(4)).enter("corner", 2, range(16)).place("r1c1", 2)
    assert edits(game) == (Edit("digit", 2, (0,)),)


def test_erasing_takes_the_layer_of_the_mode_first_and_then_the_next_that_shows() -> None:
    game = Game.start(FOUR)
    for layer in ("corner", "center", "color"):
        game = game.enter(layer, 1, "r1c2 r1c3")
    game = game.place("r1c2", 3)
    erased = []
    while game.erase("r1c1 r1c2 r1c3", "color") is not game:
        game = game.erase("r1c1 r1c2 r1c3", "color")
        erased.append(edits(game)[0])
    assert erased == [
        Edit("color", 0, (1, 2)),
        Edit("digit", 0, (1,)),
        Edit("center", 0, (1, 2)),
        Edit("corner", 0, (1, 2)),
    ]


def test_erasing_does_not_see_marks_under_a_digit() -> None:
    game = Game.start(FOUR).enter("corner", 1, "r1c2").place("r1c2", 3)
    assert edits(game.erase("r1c2", "corner")) == (Edit("digit", 0, (1,)),)


def test_filling_notes_the_candidates_that_the_digits_leave() -> None:
    game = Game.start(FOUR).enter("center", 1, "r1c2").place("r2c2", 3).fill()
    board = game.board
    empty = [cell for cell in range(16) if not game.digits[cell]]
    assert [game.marks.center[cell] for cell in empty] == [board.masks[cell] for cell in empty]
    assert game.marks.center[0] == 0
    assert game.undo().marks.center == Marks.of(4, center={1: (1,)}).center


def test_filling_some_cells_leaves_the_others_alone() -> None:
    game = Game.start(FOUR).fill("r1c2 r2c1")
    assert [cell for cell in range(16) if game.marks.center[cell]] == [1, 4]


def test_candidates_leave_out_the_digits_of_a_cage_whose_digits_differ() -> None:
    digits = [2] + [0] * 15
    assert candidates_left(APART, digits)[5] == 0b1101
    assert candidates_left(EQUAL, digits)[5] == 0b0010


def test_a_solution_is_revealed_as_one_edit_that_undo_takes_back() -> None:
    game = Game.start(FOUR).place("r1c2", 3).place("r1c3", 3)
    shown = game.reveal([SOLVED[row : row + 4] for row in (0, 4, 8, 12)])
    assert shown.is_solved
    assert shown.moves[-1].verb == "reveal"
    assert shown.undo().position == game.position
    assert shown.reveal(SOLVED) is shown


@together("cells", ["r5c1", [16], "a1", 3, None, {"r1c1": 1}])
def test_a_cell_outside_the_grid_is_refused(cells: object) -> None:
    with pytest.raises(PuzzleError):
        Game.start(FOUR).enter("corner", 1, cells)


@together(
    "layer, number, message",
    [
        ("ink", 1, "digit, corner, center, color, letter, pen, found 'ink'"),
        ("digit", 5, r"digit 1\.\.4, .*found 5"),
        ("corner", -1, r"digit 1\.\.4, .*found -1"),
        ("color", 10, r"color 1\.\.9, .*found 10"),
        ("digit", "1", r"digit 1\.\.4, .*found '1'"),
        ("digit", True, r"digit 1\.\.4, .*found True"),
    ],
)
def test_a_layer_or_number_that_there_is_not_is_refused(
    layer: str, number: int, message: str
) -> None:
    with pytest.raises(PuzzleError, match=message):
        Game.start(FOUR).enter(layer, number, "r1c2")
    if layer == "pen":
        with pytest.raises(PuzzleError, match=message):
            Game.start(FOUR).erase("r1c2", layer)


def test_candidates_leave_out_what_no_filling_of_a_cage_has() -> None:
    killer = Puzzle.killer(9, [(3, "r1c1 r1c2"), (24, "r4c4 r4c5 r4c6")])
    masks = candidates_left(killer, [0] * 81)
    assert (masks[0], masks[1]) == (0b11, 0b11)
    assert masks[30] == 0b111000000
    digits = [2] + [0] * 80
    assert candidates_left(killer, digits)[1] == 0b1


def test_a_cage_that_cannot_be_filled_any_more_takes_no_candidate_by_its_target() -> None:
    killer = Puzzle.killer(9, [(3, "r1c1 r1c2")])
    assert candidates_left(killer, [9] + [0] * 80)[1] == 0b011111111


def test_the_candidates_of_very_large_cages_are_bounded() -> None:
    cells = tuple(range(12))
    large = Puzzle(Geometry.latin(25), cages=(Cage("+", 78, cells, repeats=False),))
    assert candidates_left(large, [0] * 625)[0] == (1 << 25) - 1  # 1 to 12, but not tried


def test_a_cage_that_lists_a_cell_twice_is_passed_over() -> None:
    odd = Puzzle(Geometry.latin(4), cages=(Cage("+", 3, (0, 0)),))
    assert Game.start(odd).fill().marks.center[0] == 0b1111
