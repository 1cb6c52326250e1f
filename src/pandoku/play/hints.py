"""Hints in a game: the ladder of `pandoku.logic` from the player's digits and marks, as moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pandoku.logic import LEVELS, Hint, Repair, hint
from pandoku.model import Board, BudgetLike, Marks, Puzzle, whole_number
from pandoku.play import presses
from pandoku.play.candidates import working_board
from pandoku.play.edits import Edit
from pandoku.play.game import Game
from pandoku.play.moves import Move
from pandoku.play.position import Position
from pandoku.play.referee import judge
from pandoku.rating import DEFAULT_ORDER
from pandoku.words import run_together

__all__ = ["apply_hint", "hint_for", "hint_on", "hinted", "order_of_entry", "player_board"]

_DO_IT = len(LEVELS) - 1


def player_board(game: Game) -> Board:
    """Return the player's board: what the digits and the center marks leave (`working_board`)."""
    return working_board(game.puzzle, game.digits, game.marks.center)


def order_of_entry(game: Game) -> tuple[int, ...]:
    """Return the cells that the player has filled, in the order in which they got their digits."""
    since: dict[int, None] = {}
    for move in game.line:
        for edit in move.edits:
            if edit.layer == "digit":
                for cell in edit.cells:
                    since.pop(cell, None)
                    since[cell] = None
    filled = [cell for cell in since if game.digits[cell]]
    # Digits that came back with a checkpoint, and are not written again, come first.
    given = game.puzzle.givens
    rest = [c for c, digit in enumerate(game.digits) if digit and not given[c] and c not in since]
    return (*rest, *filled)


def hint_for(
    game: Game, level: int, *, scale: str = DEFAULT_ORDER, reader: str | None = None
) -> Hint:
    """Return a hint for the position of a game, from the player's digits and center marks.

    Mistakes come first. In a puzzle that is not known to have exactly one solution nothing is
    called a mistake before it leaves no solution, no technique assumes a single solution, and the
    text says so.

    Args:
        game: The game.
        level: 0 to 5, see `pandoku.logic.LEVELS`.
        scale: The name of the scale in whose order techniques are tried.
        reader: As in `pandoku.hint`.

    Raises:
        ValueError, TypeError: *level* is not in 0..5, or no number; or there is no such reader, or
            the scale does not write for one.
        TechniqueError: There is no such scale.
    """
    return hint_on(
        game.puzzle,
        game.digits,
        game.marks.center,
        level,
        order_of_entry(game),
        scale=scale,
        reader=reader,
    )


def hint_on(
    puzzle: Puzzle,
    digits: Sequence[int],
    center: Sequence[int],
    level: int,
    entered: Sequence[int] = (),
    *,
    scale: str = DEFAULT_ORDER,
    reader: str | None = None,
    budget: BudgetLike = None,
) -> Hint:
    """Return the hint of `hint_for` for a position that is not kept as a game.

    Args:
        puzzle: The puzzle.
        digits: The digit of every cell, row-major, 0 for empty.
        center: The center marks of every cell, as masks; 0 for none.
        level: As in `hint_for`.
        entered: The cells that the player has filled, in the order in which they were.
        scale: As in `hint_for`.
        reader: As in `hint_for`.
        budget: As in `pandoku.hint`.

    Raises:
        PuzzleError: There are too few or too many digits or masks, or one is out of range.
        ValueError, TypeError, TechniqueError: As `hint_for`.
    """
    level, judged = whole_number("level", level, 0, _DO_IT), judge(puzzle)
    board = Board.start(puzzle, tuple(digits))
    if judged.reason:
        return Hint(level, judged.text, is_problem=True, board=board)
    notes = _notes(working_board(puzzle, board.digits, center), center)
    found = hint(
        board, level, notes=notes, entered=entered, scale=scale, reader=reader, budget=budget
    )
    if judged.is_proper or found.is_problem or board.is_full or level == _DO_IT:
        return found
    return replace(found, text=run_together((found.text, judged.text), "\n"))


def _notes(board: Board, center: Sequence[int]) -> Marks:
    """Return the candidates of the player's board as marks; those that contradict it stay."""
    masks = zip(board.masks, center, strict=True)
    return Marks(board.puzzle.order, center=tuple(mask or noted for mask, noted in masks))


def hinted(game: Game, hint: Hint, *, at_ms: int | None = None) -> Game:
    """Return the game with a hint recorded: a move that changes nothing on the grid.

    Args:
        game: The game.
        hint: The hint that is shown.
        at_ms: When, in milliseconds played; None means the time of the last move.
    """
    time = game.played_ms if at_ms is None else at_ms
    return game.play(Move("hint", number=hint.level, name=hint.technique, at_ms=time))


def apply_hint(game: Game, hint: Hint, *, tidy: bool = False, at_ms: int | None = None) -> Game:
    """Return the game after the step of a hint is done, or a mistake put right, in one edit.

    A wrong digit leaves its cell, and a candidate that was missing comes back. Placements are
    written as digits. Eliminations go from the center marks; a cell without any gets its candidates
    as marks first, because it has nothing to remove them from.

    Args:
        game: The game for which the hint was given.
        hint: The hint; without a step or a repair (below level 3, or if it reports a problem that
            has none) nothing is done.
        tidy: Whether a digit that is written also leaves the marks of the cells that see it.
        at_ms: When, in milliseconds played; None means the time of the last move.
    """
    if hint.repair is not None:
        return _repaired(game, hint.repair, at_ms)
    if hint.step is None:
        return game
    position, edits = game.position, list[Edit]()
    for cell, digit in hint.step.placements:
        made = presses.placed(game.puzzle, position, digit, (cell,), tidy)
        position, edits = _after(position, made), [*edits, *made]
    made = _noted(game, sorted({cell for cell, _ in hint.step.eliminations}))
    position, edits = _after(position, made), [*edits, *made]
    for digit in sorted({digit for _, digit in hint.step.eliminations}):
        gone = (cell for cell, other in hint.step.eliminations if other == digit)
        cells = tuple(cell for cell in sorted(gone) if position.has("center", digit, cell))
        edits += [Edit("center", -digit, cells)] if cells else []
    if not edits:
        return game
    time = game.played_ms if at_ms is None else at_ms
    return game.play(Move("edit", tuple(edits), at_ms=time))


def _repaired(game: Game, repair: Repair, at_ms: int | None) -> Game:
    cell, digit, is_note = repair
    if is_note:
        is_back = game.position.has("center", digit, cell)
        return game if is_back else game.enter("center", digit, (cell,), at_ms=at_ms)
    return game.clear(cell, at_ms=at_ms) if game.digits[cell] == digit else game


def _noted(game: Game, cells: Sequence[int]) -> tuple[Edit, ...]:
    """Return the edits that note their candidates in cells without center marks."""
    masks, center = player_board(game).masks, game.marks.center
    edits = []
    for digit in range(1, game.puzzle.order + 1):
        able = tuple(c for c in cells if not center[c] and masks[c] >> (digit - 1) & 1)
        edits += [Edit("center", digit, able)] if able else []
    return tuple(edits)


def _after(position: Position, edits: tuple[Edit, ...]) -> Position:
    for edit in edits:
        position = position.after(edit)
    return position
