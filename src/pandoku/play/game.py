"""A game: a puzzle and the moves made so far, as an immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, SupportsIndex

from pandoku.errors import PuzzleError
from pandoku.model import (
    Board,
    BudgetLike,
    CellLike,
    Conflict,
    GridLike,
    Marks,
    Puzzle,
    PuzzleLike,
    as_whole,
    cell_of,
    cells_of,
    find_conflicts,
    puzzle_of,
    refusal,
    whole_number,
)
from pandoku.play import mistakes, presses
from pandoku.play.candidates import working_board
from pandoku.play.course import Course
from pandoku.play.edits import Edit, press_number, require_editable
from pandoku.play.moves import Move, check_move
from pandoku.play.position import Position

if TYPE_CHECKING:
    from pandoku.logic import Hint, Judge, Repair

__all__ = ["MAX_MOVES", "Game"]

# A game stores every position. Without a limit, a text from an unknown source could exhaust memory.
MAX_MOVES = 10_000


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A puzzle being played. Games are immutable: every move returns a new game.

    The record of a game only grows: undo is also a move. Two games are equal if their puzzles and
    moves are equal. `play` makes a given move. All other actions, such as `enter`, create the move
    themselves. A game has no clock, so the caller passes the time of the move as *at_ms*, in
    milliseconds played. None, or a time before the last move, means the time of the last move. An
    action that changes nothing returns the same game. Moves may break the rules of the puzzle:
    `conflicts` lists the broken rules.

    Attributes:
        puzzle: The puzzle.
        moves: All moves, oldest first, including moves that were undone.

    Raises:
        PuzzleError: A move does not suit the puzzle, there are more than 10,000 moves, or a given
            or a cage does not fit the grid.
    """

    puzzle: Puzzle
    moves: tuple[Move, ...] = ()
    _course: Course = field(init=False, compare=False)

    def __post_init__(self) -> None:
        game = _made(self.puzzle, (), Course.start(self.puzzle))
        for move in self.moves:
            game = game.play(move)
        object.__setattr__(self, "moves", game.moves)
        object.__setattr__(self, "_course", game._course)

    @classmethod
    def start(cls, puzzle: PuzzleLike) -> Game:
        """Return the game before the first move.

        Args:
            puzzle: A puzzle in any form that `pandoku.solve` accepts. It may have any number of
                solutions.

        Raises:
            FormatError, PuzzleError: The argument is not a puzzle.
        """
        return cls(puzzle_of(puzzle))

    def play(self, move: Move) -> Game:
        """Return the game after a move.

        If the time of *move* is before the last move, the time of the last move is recorded
        instead.

        Raises:
            PuzzleError: The move does not suit the puzzle, there are fewer moves to undo or redo
                than it requires, there is no checkpoint of that name, there are too many
                checkpoints, or the game has 10,000 moves.

        >>> game = Game.start(Puzzle(4)).play(Move("edit", (Edit("corner", 3, (0, 1)),)))
        >>> game.play(Move("undo", number=1)).position == Game.start(Puzzle(4)).position
        True
        """
        check_move(self.puzzle, move, self.givens)
        if len(self.moves) >= MAX_MOVES:
            raise PuzzleError(
                f"expected a game of at most {MAX_MOVES:,} moves, found one more; "
                "Game.start(game.board) continues from its digits"
            )
        if move.at_ms < self.played_ms:
            move = move._replace(at_ms=self.played_ms)
        return _made(self.puzzle, (*self.moves, move), self._course.after(move))

    # ------------------------------------------------------------ actions of the player

    def enter(
        self,
        layer: str,
        number: SupportsIndex,
        cells: object,
        *,
        tidy: bool = False,
        at_ms: int | None = None,
    ) -> Game:
        """Return the game after a number is pressed with some cells selected.

        A press for digits skips cells with a given, and a press for marks skips cells with any
        digit. A press for colors skips no cells. If all cells that are not skipped already have the
        number, it is removed from them. Otherwise it is set in the cells that lack it.

        Args:
            layer: One of `LAYERS`: "digit", "corner", "center" or "color".
            number: A digit 1..n, or a color 1 to 9. 0 clears the layer.
            cells: Cells as in `cells_of`: numbers 0..n*n-1, pairs, or names "r1c1 r1c2".
            tidy: Whether setting a digit also removes it from the marks of the cells that see it.
            at_ms: The time of the move, in milliseconds played.

        Raises:
            PuzzleError: The layer, number or cell does not exist.

        >>> game = Game.start(Puzzle(4)).enter("corner", 2, "r1c1 r1c2")
        >>> game.enter("corner", 2, "r1c1").marks.corner[:2]
        (0, 2)
        """
        number = press_number(self.puzzle.order, layer, number)
        chosen = self._cells(cells)
        edits = presses.entered(self.puzzle, self.position, layer, number, chosen, tidy)
        return self._edited(edits, at_ms)

    def place(
        self,
        cell: CellLike,
        digit: SupportsIndex,
        *,
        tidy: bool = False,
        at_ms: int | None = None,
    ) -> Game:
        """Return the game after *digit* is written into *cell*, replacing any digit there.

        Args:
            cell: 0 .. n*n-1, a pair (row, column) counted from 0, or a name "r1c1". A visible given
                is refused.
            digit: 1..n, or 0 to clear the cell.
            tidy: Whether a placed digit is removed from the marks of the cells that see it.
            at_ms: The time of the move, in milliseconds played.

        Raises:
            PuzzleError: *cell* or *digit* is out of range, or the cell has a given.

        >>> Game.start(Puzzle(4)).place(0, 3).place(0, 4).digits[:2]
        (4, 0)
        """
        at = cell_of(self.puzzle.order, cell)
        number = as_whole(digit)
        if number is None or not 0 <= number <= self.puzzle.order:
            raise PuzzleError(
                f"{self.puzzle.geometry.name(at)}: expected a digit 1..{self.puzzle.order}, "
                f"or 0 to clear, found {digit!r}"
            )
        require_editable(self.puzzle, (at,), self.givens)
        return self._edited(presses.placed(self.puzzle, self.position, number, (at,), tidy), at_ms)

    def clear(self, cell: CellLike, *, at_ms: int | None = None) -> Game:
        """Return the game after the digit of *cell*, if any, is cleared.

        Raises:
            PuzzleError: *cell* is out of range or has a given.
        """
        return self.place(cell, 0, at_ms=at_ms)

    def erase(self, cells: object, layer: str = "digit", *, at_ms: int | None = None) -> Game:
        """Return the game after one layer of the selected cells is erased.

        The erased layer is *layer* if any of the cells shows something in it. Otherwise it is the
        first of digits, center marks, corner marks and colors that any of the cells shows.

        Args:
            cells: The selected cells, in any form that `enter` accepts.
            layer: One of `LAYERS`.
            at_ms: The time of the move, in milliseconds played.

        Raises:
            PuzzleError: The layer or cell does not exist.
        """
        press_number(self.puzzle.order, layer, 0)
        edits = presses.erased(self.puzzle, self.position, layer, self._cells(cells))
        return self._edited(edits, at_ms)

    def fill(self, cells: object = None, *, at_ms: int | None = None) -> Game:
        """Return the game with the candidates of empty cells as their center marks.

        The function `candidates_left` determines the candidates.

        Args:
            cells: The cells, in any form that `enter` accepts. None means all cells.
            at_ms: The time of the move, in milliseconds played.

        Raises:
            PuzzleError: There is no such cell.
        """
        n_cells = self.puzzle.geometry.n_cells
        chosen = range(n_cells) if cells is None else self._cells(cells)
        return self._edited(presses.filled(self.puzzle, self.position, chosen), at_ms)

    def undo(self, n: int = 1, *, at_ms: int | None = None) -> Game:
        """Return the game after the last *n* edits are taken back, or all edits if fewer exist."""
        n = min(whole_number("n", n), self._course.at)
        return self._made_by("undo", n, at_ms)

    def redo(self, n: int = 1, *, at_ms: int | None = None) -> Game:
        """Return the game after *n* undone edits are repeated, or all of them if fewer exist."""
        n = min(whole_number("n", n), len(self.undone))
        return self._made_by("redo", n, at_ms)

    def restart(self, *, at_ms: int | None = None) -> Game:
        """Return the game after all edits are taken back. `redo` repeats them."""
        return self._made_by("undo", self._course.at, at_ms)

    def checkpoint(self, name: str, *, at_ms: int | None = None) -> Game:
        """Return the game after the position is saved under *name*, replacing an older position.

        Raises:
            PuzzleError: The name is empty, too long, or not printable.
        """
        name = name.strip() if isinstance(name, str) else name
        return self.play(Move("checkpoint", name=name, at_ms=self._time(at_ms)))

    def return_to(self, name: str, *, at_ms: int | None = None) -> Game:
        """Return the game after going back to a checkpoint, as an edit that undo can take back.

        Raises:
            PuzzleError: There is no checkpoint of that name.
        """
        if isinstance(name, str) and self.checkpoints.get(name) == self.position:
            return self
        return self.play(Move("return", name=name, at_ms=self._time(at_ms)))

    def rewind(self, solution: GridLike, *, at_ms: int | None = None) -> Game:
        """Return the game after going back to the position before the first remaining mistake.

        Args:
            solution: The solution of the puzzle, in any form of `GridLike`, with 0 for an unknown
                digit (see `judge`).
            at_ms: The time of the move, in milliseconds played.

        Raises:
            PuzzleError: The solution is not a grid with the puzzle's givens.
        """
        return self._made_by("rewind", self.mistakes_after(solution), at_ms)

    def reveal(self, solution: GridLike, *, at_ms: int | None = None) -> Game:
        """Return the game after the player gives up and the known solution is filled in.

        Args:
            solution: The solution of the puzzle, in any form of `GridLike`, with 0 for an unknown
                digit (see `judge`).
            at_ms: The time of the move, in milliseconds played.

        Raises:
            PuzzleError: The solution is not a grid with the puzzle's givens.
        """
        digits = mistakes.solution_digits(self.puzzle, solution)
        return self._edited(presses.revealed(self.position, digits), at_ms, "reveal")

    # ------------------------------------------------------------ hints

    def hint(
        self,
        level: int = 1,
        *,
        scale: str | None = None,
        reader: str | None = None,
        budget: BudgetLike = None,
    ) -> Hint:
        """Return a hint for the position, from the player's digits and center marks.

        A hint deals with mistakes first. A mistake is a digit that differs from the solution of the
        puzzle's judge (see `judge`). If the judge has no solution, a digit is a mistake only if it
        makes the puzzle unsolvable. Without a solution from the judge, the hint does not use
        techniques that assume a single solution, and its text mentions this. In fog, hints use only
        the visible part.

        Args:
            level: 0 to 5, see `pandoku.logic.HINT_LEVELS`.
            scale: The name of the scale whose order of techniques is used. None means the default
                of `pandoku.hint`.
            reader: None, or "beginner" to prefer steps that need few notes.
            budget: Limit on the search for a step (see `pandoku.hint`).

        Raises:
            ValueError, TypeError: *level* is not a number in 0..5, *reader* is unknown, or the
                scale has no hints for this reader. An invalid *budget* raises the same errors as in
                `pandoku.hint`.
            TechniqueError: There is no such scale.

        >>> Game.start(Puzzle(4, (1, 2, 3, 0, 0, 4) + (0,) * 10)).hint().text[:14]
        'Look at row 1.'
        """
        from pandoku.play.hints import hint_at
        from pandoku.rating import DEFAULT_ORDER

        return hint_at(
            self.puzzle,
            self.digits,
            self.marks.center,
            level,
            self.entered,
            corner=self.marks.corner,
            scale=DEFAULT_ORDER if scale is None else scale,
            reader=reader,
            budget=budget,
        )

    def record_hint(self, hint: Hint, *, at_ms: int | None = None) -> Game:
        """Record a hint as a move that changes nothing on the grid, and return the game.

        Args:
            hint: A hint with its board.
            at_ms: The time of the move, in milliseconds played.

        Raises:
            PuzzleError: The hint belongs to another puzzle, or is not a hint.
        """
        self._require_own(hint)
        time = self._time(at_ms)
        return self.play(Move("hint", number=hint.level, name=hint.technique, at_ms=time))

    def apply_hint(self, hint: Hint, *, tidy: bool = False, at_ms: int | None = None) -> Game:
        """Return the game after a hint's step (or its repair of a mistake) is made in one move.

        A repair clears a wrong digit or restores a missing candidate. A step writes its placements
        as digits and removes its eliminations from the center marks. A cell without center marks
        first gets all its candidates, so that they can be removed. A hint for a beginner writes
        the notes that it names instead, if they are in cells.

        Args:
            hint: A hint with its board. If the hint has neither a step nor a repair, the same game
                is returned. Hints below level 3 have neither, and so do hints about some problems.
            tidy: Whether a placed digit is removed from the marks of the cells that see it.
            at_ms: The time of the move, in milliseconds played.

        Raises:
            PuzzleError: The hint belongs to another puzzle, or is not a hint.
        """
        self._require_own(hint)
        if hint.repair is not None:
            return self._repaired(hint.repair, at_ms)
        if hint.step is None:
            return self
        noting = hint.reader.noting
        edits = presses.stepped(self.puzzle, self.position, hint.step, tidy, noting)
        return self._edited(edits, at_ms)

    def _require_own(self, hint: Any) -> None:
        from pandoku.logic import Hint

        if not isinstance(hint, Hint):
            raise refusal(hint, "a Hint")
        if hint.board is None or not self._has(hint.board.puzzle):
            found = "one for another" if hint.board else "one without its board"
            raise PuzzleError(
                f"expected a hint for the puzzle of this game, found {found}; Game.hint gives one"
            )

    def _has(self, puzzle: Puzzle) -> bool:
        """Return True if a puzzle is the puzzle of this game, or may be a visible part of it."""
        if self.position.veil is None:
            return puzzle == self.puzzle
        pairs = zip(puzzle.givens, self.puzzle.givens, strict=False)
        is_part = all(given in (0, whole) for given, whole in pairs)
        return puzzle.geometry == self.puzzle.geometry and is_part

    def _repaired(self, repair: Repair, at_ms: int | None) -> Game:
        cell, digit, is_mark = repair
        if is_mark:
            is_back = self.position.has("center", digit, cell)
            return self if is_back else self.enter("center", digit, (cell,), at_ms=at_ms)
        return self.clear(cell, at_ms=at_ms) if self.digits[cell] == digit else self

    # ------------------------------------------------------------ the current state

    @property
    def position(self) -> Position:
        """The current digits and marks."""
        return self._course.position

    @property
    def seen(self) -> Puzzle:
        """The visible part of the puzzle: the puzzle itself, unless it has fog.

        Everything shown to the player is derived from this part, from the digits and from the
        marks.
        """
        return self.position.seen(self.puzzle)

    @property
    def givens(self) -> tuple[int, ...]:
        """The visible givens, row-major, with 0 elsewhere."""
        return self.position.givens(self.puzzle)

    @property
    def digits(self) -> tuple[int, ...]:
        """The visible digit of every cell (given or placed), row-major, or 0 for an empty cell."""
        return self.position.digits

    @property
    def marks(self) -> Marks:
        """The player's marks and colors, including those hidden under a digit."""
        return self.position.marks

    @property
    def board(self) -> Board:
        """The current board: the placed digits and the candidates that these allow."""
        return Board.start(self.seen, self.digits)

    @property
    def working_board(self) -> Board:
        """The player's board: the candidates that the digits and the center marks allow.

        The targets of cages are ignored, because finding their consequences is the task of
        techniques.
        """
        return working_board(self.seen, self.digits, self.marks.center)

    @property
    def entered(self) -> tuple[int, ...]:
        """The cells filled by the player, from the first to the last.

        A cell is left out if its given has become visible and replaces the player's digit.
        """
        since: dict[int, None] = {}
        for move in self.line:
            for edit in move.edits:
                if edit.layer == "digit":
                    for cell in edit.cells:
                        since.pop(cell, None)
                        since[cell] = None
        own = self.position.own
        filled = [cell for cell in since if own[cell] and own[cell] == self.digits[cell]]
        # Digits that came back with a checkpoint, and were not written again, come first.
        given = self.puzzle.givens if self.position.veil is None else (0,) * len(own)
        rest = [
            cell
            for cell, (digit, shown) in enumerate(zip(own, self.digits, strict=True))
            if digit and digit == shown and not given[cell] and cell not in since
        ]
        return (*rest, *filled)

    @property
    def line(self) -> tuple[Move, ...]:
        """The edits that led to this position, oldest first, without undone edits."""
        return self._course.edits[: self._course.at]

    @property
    def undone(self) -> tuple[Move, ...]:
        """The edits that were undone, starting with the edit that `redo` makes next."""
        return self._course.edits[self._course.at :]

    @property
    def checkpoints(self) -> Mapping[str, Position]:
        """The saved positions by name, in the order of first use."""
        return self._course.checkpoints

    @property
    def played_ms(self) -> int:
        """Time of the last move, in milliseconds played."""
        return self.moves[-1].at_ms if self.moves else 0

    def conflicts(self) -> tuple[Conflict, ...]:
        """Return the visible rules that the digits break: houses, then cages, then constraints."""
        return find_conflicts(self.seen, self.digits)

    def wrong_cells(self, solution: GridLike) -> tuple[int, ...]:
        """Return the cells whose digit differs from the solution, ascending.

        Raises:
            PuzzleError: The solution is not a grid with the puzzle's givens.
        """
        return mistakes.wrong_cells(self.digits, mistakes.solution_digits(self.puzzle, solution))

    def mistakes_after(self, solution: GridLike) -> int:
        """Return the number of edits to undo until no digit is wrong, or 0 if no digit is wrong.

        Raises:
            PuzzleError: The solution is not a grid with the puzzle's givens.
        """
        digits = mistakes.solution_digits(self.puzzle, solution)
        positions = self._course.positions[: self._course.at + 1]
        return mistakes.steps_back([position.digits for position in positions], digits)

    @property
    def is_revealed(self) -> bool:
        """True if the solution was ever shown to the player, even if that move was undone."""
        return any(move.verb == "reveal" for move in self.moves)

    @property
    def is_full(self) -> bool:
        """True if every cell has a digit, right or wrong."""
        return 0 not in self.digits

    @property
    def is_solved(self) -> bool:
        """True if the digits solve the puzzle: they obey its rules and agree with `judge`."""
        if not self.is_full:
            return False
        if not self.puzzle.unchecked:
            return self.puzzle.accepts(self.digits)
        from pandoku.logic import is_solved_by

        return is_solved_by(self.puzzle, self.digits)

    def judge(self) -> Judge:
        """Return the judge of the digits, which may need a search (`pandoku.logic.judge_of`)."""
        from pandoku.logic import judge_of

        return judge_of(self.puzzle)

    # ------------------------------------------------------------ internals

    def _cells(self, cells: object) -> tuple[int, ...]:
        return tuple(sorted(set(cells_of(self.puzzle.order, cells))))

    def _time(self, at_ms: int | None) -> int:
        return self.played_ms if at_ms is None else at_ms

    def _edited(self, edits: tuple[Edit, ...], at_ms: int | None, verb: str = "edit") -> Game:
        return self.play(Move(verb, edits, at_ms=self._time(at_ms))) if edits else self

    def _made_by(self, verb: str, number: int, at_ms: int | None) -> Game:
        return self.play(Move(verb, number=number, at_ms=self._time(at_ms))) if number else self

    def __reduce__(self) -> tuple[type[Game], tuple[Any, ...]]:
        return Game, (self.puzzle, self.moves)

    def __repr__(self) -> str:
        placed = len(self.digits) - self.digits.count(0)
        return (
            f"Game({self.puzzle.geometry.describe()}, {len(self.moves)} moves, "
            f"{placed} of {len(self.digits)} cells)"
        )


def _made(puzzle: Puzzle, moves: tuple[Move, ...], course: Course) -> Game:
    """Return a game whose course is already known, without replaying the moves."""
    game = object.__new__(Game)
    for name, value in (("puzzle", puzzle), ("moves", moves), ("_course", course)):
        object.__setattr__(game, name, value)
    return game
