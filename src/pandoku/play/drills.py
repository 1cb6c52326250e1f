"""Drills: boards where the player has to find a step of one technique."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pandoku.errors import PuzzleError, TechniqueError
from pandoku.generation import generate_many
from pandoku.logic import HINT_LEVELS, Hint, explain, explain_many, hint, hint_ladder, next_step
from pandoku.model import Board, CellLike, Marks, Puzzle, Step, cell_of, digits_of, whole_number
from pandoku.play._wrong_answers import WrongAnswer, no_such_step
from pandoku.play.edits import Edit
from pandoku.play.game import Game
from pandoku.play.moves import Move
from pandoku.rating import DEFAULT_SCALE, in_order
from pandoku.symmetry import isomorphs
from pandoku.techniques import (
    BOARD_KINDS,
    Example,
    Explanation,
    Technique,
    example_of,
    get_technique,
    kind_of_board,
    practice_of,
)
from pandoku.words import joined, sentence, with_capital

__all__ = [
    "Drill",
    "Grade",
    "drill",
    "drills",
    "exercises",
    "image_of",
    "n_stored",
    "require_drills",
]

CellDigits = Iterable[tuple[CellLike, int]]

# Maximum number of steps of the technique to find on a board. Each of these steps is a right
# answer.
_MOST_STEPS = 500
_MOST_NUMBER = 2**32 - 1
# Puzzles to search for boards: their kind, their order, and numbers of puzzles to make. If the
# first number of puzzles gives no board, the second number of puzzles is made, and so on.
_PLAIN = (("sudoku", 9, (8, 100, 300)),)
_CAGES = (("calcudoku", 6, (8, 40)), ("killer", 9, (8, 20, 80)), ("calcudoku", 5, (8, 40)))


class Grade(NamedTuple):
    """The grade of an answer to a drill.

    Attributes:
        is_right: Whether everything in the answer follows from the technique.
        is_complete: Whether the answer is right and includes everything that follows from one step.
        text: Sentences for the player. They reveal the step only after a complete answer.
    """

    is_right: bool
    is_complete: bool
    text: str


@dataclass(frozen=True, slots=True)
class Drill:
    """A board that needs a technique.

    Attributes:
        technique: The technique's name.
        number: Number of the drill, which is counted separately for each technique and kind.
        board: The digits and candidates to start from.
        steps: The steps of the technique on this board. Each step is a right answer. The first step
            is the one that a person would see first. Hints lead to it, and it is shown as the
            answer.
        source: "practice" for a board from the practice collection, "image" for a random image of a
            practice board or of the technique's example, and "made" for a board on the path of a
            new puzzle.
        kind: The kind of boards that was requested, or None if any kind was.
    """

    technique: str
    number: int
    board: Board
    steps: tuple[Step, ...]
    source: str
    kind: str | None = None

    @property
    def title(self) -> str:
        """The technique's title: "naked pair"."""
        return get_technique(self.technique).title

    @property
    def is_easiest(self) -> bool:
        """True if no easier technique has a step on the board."""
        step = next_step(self.board, scale=DEFAULT_SCALE, is_proper=True)
        return step is not None and step.technique == self.technique

    @property
    def text(self) -> str:
        """The task, in a sentence."""
        what = "write the digit that it gives" if self.places else "remove what it rules out"
        return f"{with_capital(self.title)}: {what}."

    @property
    def marks(self) -> Marks:
        """The candidates as the player's center marks, for hints and pictures."""
        masks = (
            0 if digit else mask
            for mask, digit in zip(self.board.masks, self.board.digits, strict=True)
        )
        return Marks(self.board.puzzle.order, center=tuple(masks))

    @property
    def places(self) -> bool:
        """True if the task is to write a digit, as the first step does. Hints lead to this step."""
        return bool(self.steps[0].placements)

    def start(self) -> Game:
        """Return a game for the player's answer.

        The digits on the board are its givens, and its first move writes the candidates as center
        marks. `answer` turns a position of this game into an answer.
        """
        puzzle = self.board.puzzle.replace(givens=self.board.digits, solution=None)
        game = Game.start(puzzle)
        edits = []
        for digit in range(1, puzzle.order + 1):
            bit = 1 << (digit - 1)
            cells = tuple(cell for cell, mask in enumerate(self.marks.center) if mask & bit)
            edits += [Edit("center", digit, cells)] if cells else []
        return game.play(Move("edit", tuple(edits))) if edits else game

    def answer(
        self, digits: Sequence[int], center: Sequence[int]
    ) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
        """Return the placements and eliminations that lead from the board to a position.

        Candidates that a placed digit rules out, in its cell or in the cells that see it, only
        count as eliminations if a step eliminates them.

        Args:
            digits: The digit of every cell, 0 for empty.
            center: The center marks of every cell, as masks. A cell without marks has no
                eliminations.
        """
        board = self.board
        placed = [(c, d) for c, d in enumerate(digits) if d and not board.digits[c]]
        seen = {(cell, d) for at, d in placed for cell in board.puzzle.sight[at]}
        seen -= {pair for step in self.steps for pair in step.eliminations}
        gone = [
            (cell, digit)
            for cell, (mask, kept) in enumerate(zip(board.masks, center, strict=True))
            if kept and not digits[cell]
            for digit in digits_of(mask & ~kept)
            if (cell, digit) not in seen
        ]
        return tuple(placed), tuple(gone)

    def grade(self, placements: CellDigits = (), eliminations: CellDigits = ()) -> Grade:
        """Grade an answer: any step of the technique on this board is right.

        An answer with all digits that a step places is complete, without the candidates that the
        step rules out besides.

        Args:
            placements: (cell, digit) pairs that the player has written.
            eliminations: (cell, digit) pairs that the player has removed.

        Raises:
            PuzzleError: A cell does not exist.
        """
        order = self.board.puzzle.order
        placed = {(cell_of(order, cell), digit) for cell, digit in placements}
        gone = {(cell_of(order, cell), digit) for cell, digit in eliminations}
        if not placed and not gone:
            return Grade(True, False, self.text)
        wrong = self._wrong(
            placed.difference(*(step.placements for step in self.steps)),
            gone.difference(*(step.eliminations for step in self.steps)),
        )
        if wrong.entries:
            return Grade(False, False, wrong.text)
        if (found := self.found(placed, gone)) is not None:
            return Grade(True, True, f"Right. {sentence(self._told(found).heading)}")
        known = [
            (len((placed if step.placements else gone).intersection(_wanted(step))), step)
            for step in self.steps
        ]
        n, step = max(known, key=lambda each: each[0])
        verb, what = ("gives", "digit") if step.placements else ("rules out", "candidate")
        more = len(_wanted(step)) - n
        rest = f"one more {what}" if more == 1 else f"{more} more {what}s"
        return Grade(True, False, f"Right so far. The same {self.title} {verb} {rest}.")

    def found(
        self, placements: Iterable[tuple[int, int]], eliminations: Iterable[tuple[int, int]]
    ) -> Step | None:
        """Return the first step that a complete answer has found, or None.

        Args:
            placements: (cell number, digit) pairs that the player has written.
            eliminations: (cell number, digit) pairs that the player has removed.
        """
        placed, gone = {*placements}, {*eliminations}
        return next(
            (
                step
                for step in self.steps
                if (placed if step.placements else gone).issuperset(_wanted(step))
            ),
            None,
        )

    @property
    def refusal(self) -> str:
        """The beginning of the reply to a wrong answer: "No X-wing here rules out"."""
        return no_such_step(get_technique(self.technique), self.places)

    def reasons(self) -> dict[str, list[tuple[int, int]]]:
        """Map reasons to the candidates that they refuse as answers, for pages without Python.

        A reply to an answer has the same reason: "In row 3, 5 can be at r3c2 or r3c5. Put it back."
        Candidates that a step concludes have no reason.
        """
        placing, wrong = self.places, self._wrong((), ())
        known = {
            pair
            for step in self.steps
            for pair in (step.placements if placing else step.eliminations)
        }
        found: dict[str, list[tuple[int, int]]] = {}
        for cell, digits in enumerate(map(self.board.candidates, range(len(self.board.masks)))):
            for pair in ((cell, digit) for digit in digits if not self.board.digits[cell]):
                if pair not in known:
                    found.setdefault(wrong.reason(pair, placing), []).append(pair)
        return found

    def _wrong(
        self, placed: Collection[tuple[int, int]], gone: Collection[tuple[int, int]]
    ) -> WrongAnswer:
        return WrongAnswer(get_technique(self.technique), self.board, self.steps, placed, gone)

    def _told(self, step: Step) -> Explanation:
        return get_technique(self.technique).explain(step, self.board)

    def hint(self, level: int) -> Hint:
        """Return a hint that leads to the first of `steps`, with the levels of `pandoku.hint`.

        Raises:
            ValueError, TypeError: *level* is not a number in 0..5.
        """
        level = whole_number("level", level, 0, len(HINT_LEVELS) - 1)
        if level == 0:
            return hint(self.board, level, marks=self.marks)
        return hint_ladder(self.steps[0], get_technique(self.technique), self.board)[level - 1]


def _wanted(step: Step) -> tuple[tuple[int, int], ...]:
    """Return the digits that a step places, or else its eliminations: a complete answer.

    The page takes only digits for a step that places some.
    """
    return step.placements or step.eliminations


def drills(scale: str = DEFAULT_SCALE) -> tuple[str, ...]:
    """Return the names of the techniques that have drills, in a scale's order.

    Raises:
        TechniqueError: There is no such scale.

    >>> drills()[:3]
    ('full-house', 'hidden-single', 'cage-single')
    """
    return tuple(each.name for each in in_order(scale) if example_of(each.name))


def drill(technique: str, number: int = 0, kind: str | None = None) -> Drill:
    """Return a drill of a technique. The same number always gives the same drill.

    The first numbers give boards of the practice collection, where the technique is the easiest
    step. For higher numbers, up to a few hundred new puzzles are made, and the drill is a board on
    the path of a puzzle that needs the technique. If no new puzzle needs the technique, the drill
    is a random image of a practice board or of the technique's example. The digits of an image are
    relabeled unless cages calculate with them. A new board takes a few tenths of a second, or a few
    seconds for rare techniques of cages.

    Args:
        technique: The technique's name, title or an alias.
        number: Number of the drill, 0..2^32-1.
        kind: One of `BOARD_KINDS`. None means any kind.

    Raises:
        TechniqueError: The technique or kind does not exist, or has no drills.
        ValueError, TypeError: *number* is out of range or not a number.
        EngineError: The compiled core is not built.

    >>> hidden = drill("hidden single")
    >>> hidden.text
    'Hidden single: write the digit that it gives.'
    """
    found, number = get_technique(technique), whole_number("number", number, 0, _MOST_NUMBER)
    kept = _kept(found, kind)
    # A stored board without a step would be a task that nobody can do.
    if number < len(kept):
        task = _drill(found, number, kept[number].board, "practice", kind)
        if task.steps:
            return task
    if (board := _met(found, number, kind)) is not None:
        return _drill(found, number, board, "made", kind)
    stored = kept or _with_example(found, kind)
    images = [each for each in stored if next(found.steps(each.board, 1), None)]
    board = image_of(images[number % len(images)].board, number)
    return _drill(found, number, board, "image", kind)


def require_drills(technique: str, kind: str | None = None) -> None:
    """Raise an error if a technique does not have drills, or does not have drills of *kind*.

    Raises:
        TechniqueError: The technique or kind does not exist, or has no drills.
    """
    _kept(get_technique(technique), kind)


def n_stored(technique: str, kind: str | None = None) -> int:
    """Return the number of drills whose boards are in the practice collection.

    Args:
        technique: Name of the technique.
        kind: As in `drill`.

    Raises:
        TechniqueError: The technique or kind does not exist, or has no drills.
    """
    return len(_kept(get_technique(technique), kind))


def exercises(technique: str) -> tuple[Drill, ...]:
    """Return the drills of a technique whose boards are in the practice collection.

    Raises:
        TechniqueError: There is no such technique.
        EngineError: The compiled core is not built.
    """
    found = get_technique(technique)
    stored = (
        _drill(found, number, each.board, "practice")
        for number, each in enumerate(practice_of(found.name))
    )
    return tuple(each for each in stored if each.steps)


def _kept(technique: Technique, kind: str | None) -> list[Example]:
    """Return the practice boards of a technique that are of *kind* (None means any).

    Raises:
        TechniqueError: The kind does not exist, or the technique has no drills of this kind.
    """
    if kind is not None and kind not in BOARD_KINDS:
        raise TechniqueError(
            f"expected a kind of drills ({joined(BOARD_KINDS, 'or')}), found {kind!r}"
        )
    practice = practice_of(technique.name)
    kept = [each for each in practice if kind in (None, kind_of_board(each.board.puzzle))]
    if not kept:
        _with_example(technique, kind)
    return kept


def _with_example(technique: Technique, kind: str | None) -> list[Example]:
    """Return the example and the practice boards of a technique that are of *kind*.

    Raises:
        TechniqueError: The technique has no example, or no board of this kind.
    """
    example = example_of(technique.name)
    if example is None:
        raise TechniqueError(
            f"expected a technique with an example, found {technique.name!r}; "
            "pandoku.play.drills.drills() lists those that have drills"
        )
    boards = [example, *practice_of(technique.name)]
    kinds = sorted({kind_of_board(each.board.puzzle) for each in boards}, key=BOARD_KINDS.index)
    if kind is not None and kind not in kinds:
        raise TechniqueError(
            f"expected a kind that has drills of {technique.name} ({joined(kinds, 'or')}), "
            f"found {kind!r}"
        )
    return [each for each in boards if kind in (None, kind_of_board(each.board.puzzle))]


def _drill(
    technique: Technique, number: int, board: Board, source: str, kind: str | None = None
) -> Drill:
    seen = next_step(board, techniques=[technique], is_proper=True)
    first = () if seen is None else (seen,)
    others = (step for step in technique.steps(board, _MOST_STEPS) if step != seen)
    return Drill(technique.name, number, board, (*first, *others), source, kind)


def image_of(board: Board, seed: int) -> Board:
    """Return a random image of a board, or the board itself if the image breaks a rule of it."""
    puzzle = board.puzzle.replace(
        candidates=board.masks, solution=board.digits, kind=None, title=None
    )
    try:
        (image,) = isomorphs(puzzle, 1, seed)
    except PuzzleError:
        return board
    digits, masks = image.solution, image.candidates
    assert digits is not None
    assert masks is not None
    return Board(image.replace(candidates=None, solution=None), digits, masks)


def _met(technique: Technique, number: int, kind: str | None) -> Board | None:
    """Return a board on the path of a new puzzle where the technique is the next step."""
    order = in_order(DEFAULT_SCALE)
    # Harder techniques are left out. A path without them may get stuck, but it has the same steps
    # until then and is found faster.
    tried = order[: order.index(technique) + 1]
    for puzzle in _with_step(technique, tried, number, kind):
        path = explain(puzzle, techniques=tried, scale=DEFAULT_SCALE, is_proper=True)
        boards = [each.board for each in path if each.technique is technique]
        if boards:
            return boards[number % len(boards)]
    return None


def _with_step(
    technique: Technique, tried: Sequence[Technique], number: int, only: str | None
) -> Iterator[Puzzle]:
    """Yield new puzzles whose paths use a technique, at most one puzzle from each source."""
    sources = _CAGES if "cages" in technique.needs else _PLAIN
    for kind, order, counts in sources[number % len(sources) :] + sources[: number % len(sources)]:
        if only not in (None, kind):
            continue
        for n_puzzles in counts:
            made = generate_many(n_puzzles, kind, order, seed=number)
            paths = explain_many(made.batch, techniques=tried, is_proper=True)
            if technique.name not in paths.techniques:
                return  # a technique for rules, which these puzzles do not have
            rows = paths.counts[:, paths.techniques.index(technique.name)].nonzero()[0]
            if len(rows):
                yield made[int(rows[0])]
                break
