"""Whatever a player presses: nothing is lost, and everything can be taken back."""

from __future__ import annotations

from functools import lru_cache

from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku import Cage, Geometry, Puzzle, solve
from pandoku.model import sight_of
from pandoku.play import LAYERS, Game, Move, dumps_game, loads_game, replay
from tests.data import JIGSAW5
from tests.in_full import in_full

QUICK = settings(max_examples=20, deadline=None)
PUZZLES = (
    Puzzle(4, (1, 0, 0, 4) + (0,) * 12),
    Puzzle.killer(4, [(7, "r1c2 r1c3 r2c3"), (None, "r3c1 r4c2")]),
    Puzzle(Geometry(5, None, JIGSAW5), (0, 3) + (0,) * 23),
    Puzzle(Geometry.latin(3), (2,) + (0,) * 8, (Cage("-", 2, (1, 2)), Cage("+", 3, (3, 7)))),
    Puzzle(2, candidates=(3, 3, 3, 3)),
)
NAMES = st.sampled_from(["a", "b"])


@lru_cache
def solution_of(puzzle: Puzzle) -> tuple[int, ...]:
    solution = solve(puzzle, limit=1).solution
    assert solution
    return solution


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game after some random presses, with a check after each press."""
    game = Game.start(draw(st.sampled_from(PUZZLES)))
    for _ in range(draw(st.integers(0, 25))):
        after = pressed(draw, game)
        assert after.position != game.position or may_change_nothing(after, game)
        game = after
    return game


def pressed(draw: st.DrawFn, game: Game) -> Game:
    order = game.puzzle.order
    cells = draw(st.sets(st.integers(0, order**2 - 1), min_size=1, max_size=4))
    at_ms = draw(st.integers(0, 100_000))
    match draw(st.integers(0, 9)):
        case 0 | 1 | 2 | 3 as at:
            number = draw(st.integers(0, order))
            return game.enter(LAYERS[at], number, cells, tidy=draw(st.booleans()))
        case 4:
            return game.erase(cells, draw(st.sampled_from(LAYERS)), at_ms=at_ms)
        case 5:
            return game.fill(cells)
        case 6:
            return game.undo(draw(st.integers(1, 3)))
        case 7:
            return game.redo(draw(st.integers(1, 3)))
        case 8:
            name = draw(NAMES)
            return game.return_to(name) if name in game.checkpoints else game.checkpoint(name)
        case _:
            return game.play(Move("hint", number=2, name="naked-pair"))


def may_change_nothing(after: Game, before: Game) -> bool:
    """Return True if a press made no move, or one that may leave the grid unchanged."""
    return after is before or after.moves[-1].verb in ("undo", "redo", "checkpoint", "hint")


@QUICK
@given(games())
def test_undoing_everything_leads_back_to_the_start_and_redoing_it_back_again(game: Game) -> None:
    start = Game.start(game.puzzle).position
    assert game.restart().position == start
    back = game
    for _ in game.line:
        back = back.undo()
    assert back.position == start
    assert back.undo() is back
    for _ in game.line:
        back = back.redo()
    assert (back.position, back.line, back.undone) == (game.position, game.line, game.undone)


@QUICK
@given(games())
def test_a_game_follows_from_its_moves_alone(game: Game) -> None:
    replayed = [after for _, after in replay(game)]
    last = replayed[-1] if replayed else Game.start(game.puzzle)
    for again in (Game(game.puzzle, game.moves), loads_game(dumps_game(game)), last):
        assert in_full(again) == in_full(game)
        assert (again.position, again.line, again.undone) == (game.position, game.line, game.undone)
        assert again.checkpoints == game.checkpoints


@QUICK
@given(games())
def test_no_move_changes_a_given_or_marks_it(game: Game) -> None:
    for _, after in replay(game):
        for cell, each in enumerate(game.puzzle.givens):
            if each:
                assert after.digits[cell] == each
                assert not after.marks.corner[cell] | after.marks.center[cell]


@QUICK
@given(games())
def test_rewinding_leaves_no_wrong_digit_and_takes_back_no_more_than_it_must(game: Game) -> None:
    solution = solution_of(game.puzzle)
    rewound = game.rewind(solution)
    assert rewound.wrong_cells(solution) == ()
    n = len(game.line) - len(rewound.line)
    assert n == game.mistakes_after(solution)
    assert all(game.undo(back).wrong_cells(solution) for back in range(1, n))


@QUICK
@given(games(), st.data())
def test_a_tidy_digit_takes_only_itself_from_the_marks_of_the_cells_that_see_it(
    game: Game, data: st.DataObject
) -> None:
    puzzle = game.puzzle
    cell = data.draw(st.sampled_from([at for at, digit in enumerate(puzzle.givens) if not digit]))
    digit = data.draw(st.integers(1, puzzle.order))
    before = game.clear(cell)
    after = before.place(cell, digit, tidy=True)
    seen = {*sight_of(puzzle.geometry)[cell]}
    seen |= {at for c in puzzle.cages if cell in c.cells and not c.repeats for at in c.cells}
    for kind in ("corner", "center"):
        masks = zip(getattr(before.marks, kind), getattr(after.marks, kind), strict=True)
        for at, (old, new) in enumerate(masks):
            gone = 1 << (digit - 1) if at in seen - {cell} else 0
            assert new == old & ~gone
    assert after.marks.colors == before.marks.colors
    assert after.undo().position == before.position
