"""Find mistakes on a player's board, and describe them for each level of a hint."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from pandoku.logic._order import usable
from pandoku.logic._sentences import HintSentence, SearchSentence
from pandoku.logic._time import UNBOUNDED, OutOfTimeError, Time
from pandoku.logic._walk import take_steps
from pandoku.logic.ledger import ledger_of, rests_on
from pandoku.logic.uniqueness import Judge, uniqueness_of
from pandoku.model import Board, Cage, Conflict, House, Marks, Pair, Step, digits_of, find_conflicts
from pandoku.rating import DEFAULT_SCALE, in_order
from pandoku.techniques import TECHNIQUES
from pandoku.words import Ledger, conflict_words, constraint_name, joined, paragraphs, sentence

# The levels of a hint that first name the house of a mistake, its cell, and its reason.
_WHERE, _WHAT, WHY = 1, 2, 3


class Repair(NamedTuple):
    """The edit that corrects a mistake.

    Attributes:
        cell: The cell.
        digit: The wrong digit to remove, or the missing candidate to add to the pencil marks.
        is_mark: Whether *digit* is a pencil mark to add, not a wrong digit to remove.
    """

    cell: int
    digit: int
    is_mark: bool


class Mistake(NamedTuple):
    """A mistake on the board.

    Attributes:
        what: A description of the mistake, in one or two sentences.
        cells: The cells with the mistake, or () if they are not known.
        where: The name and the cells of the house with the mistake, or None if the house is not
            known.
        why: Function that returns the sentences of the reason. It is only called if a hint shows
            these sentences.
        repair: The edit that corrects the mistake, or None if no edit is known.
    """

    what: str
    cells: tuple[int, ...] = ()
    where: tuple[str, tuple[int, ...]] | None = None
    why: Callable[[], Sequence[str]] = tuple
    repair: Repair | None = None

    def told(self, level: int) -> tuple[str, tuple[int, ...]]:
        """Return the text for a level of a hint, 0 to 5, and the cells to point at."""
        if self.where is not None and level < _WHERE:
            return HintSentence.SOMETHING_WRONG.value, ()
        if self.where is not None and level < _WHAT:
            return HintSentence.WRONG_PLACE.format(place=self.where[0]), self.where[1]
        if level < WHY:
            return self.what, self.cells
        return "\n".join(paragraphs((self.what, *self.why()))), self.cells


def mistake_on(
    board: Board,
    marks: Marks | None,
    entered: Sequence[int],
    judge: Judge,
    time: Time = UNBOUNDED,
    *,
    is_fogged: bool = False,
) -> Mistake | None:
    """Return the first mistake, or None if no mistake is known.

    Args:
        board: The puzzle, or its visible part, with the player's digits.
        marks: The player's pencil marks, as in `pandoku.hint`.
        entered: The cells, first filled first.
        judge: The judge of the digits.
        time: The time limit of the search for the mistake and for its reason. If the reason is not
            found in time, the mistake is returned without a reason.
        is_fogged: Whether fog hides a part of the puzzle. In fog, wrong digits are reported. The
            player can see them anyway, because fog only lifts around correct digits. Mistakes in
            the marks are not reported in fog, because a report would reveal more than the fog does.

    Raises:
        OutOfTimeError: The time is over.
    """
    if judge.uniqueness.is_known and judge.uniqueness.count == 0:
        return Mistake(SearchSentence.NO_SOLUTION.value)
    solution = judge.solution
    if solution is None:
        return _without_solution(board, time)
    if wrong := judge.wrong_cells(board.digits):
        otherwise = SearchSentence.NO_WHY
        if judge.by == "source":
            otherwise = SearchSentence.WHY_IN_SOURCE
        if is_fogged:
            otherwise = SearchSentence.HIDDEN_WHY
        return _wrong_digit(board, wrong, entered, otherwise, time)
    for cell, mask in enumerate(marks.center if marks and not is_fogged else ()):
        right = solution[cell]
        if mask and right and not board.digits[cell] and not mask >> (right - 1) & 1:
            return _wrong_marks(board, cell, right)
    return None if judge.is_complete else _without_solution(board, time)


def _without_solution(board: Board, time: Time) -> Mistake | None:
    # If the solution is not known to be unique, a wrong digit is only detected once the grid has no
    # solution any more.
    left = uniqueness_of(board.puzzle.replace(givens=board.digits), time)
    if left.reason:
        if clashes := find_conflicts(board.puzzle, board.digits):
            cells = tuple(sorted({cell for clash in clashes for cell in clash.cells}))
            names = joined(map(board.puzzle.geometry.name, cells))
            what, place = HintSentence.CLASH.format(cells=names), _place_of(board, clashes[0])
            return Mistake(what, cells, place, lambda: _told_clashes(board, clashes))
        return Mistake(SearchSentence.BROKEN_RULE.format(reason=left.reason))
    if left.is_known and left.count == 0:
        return Mistake(HintSentence.DEAD_END.value)
    return None


def _told_clashes(board: Board, clashes: Sequence[Conflict]) -> list[str]:
    return [sentence(conflict_words(board.puzzle, clash)) for clash in clashes]


def _place_of(board: Board, clash: Conflict) -> tuple[str, tuple[int, ...]]:
    if isinstance(clash.where, Cage):
        cell = min(clash.where.cells)
        place = HintSentence.PLACE_OF_CAGE.format(cell=board.puzzle.geometry.name(cell))
        return place, clash.where.cells
    if isinstance(clash.where, House):
        return clash.where.name, clash.where.cells
    name = constraint_name(board.puzzle, board.puzzle.constraints.index(clash.where))
    return name, clash.where.cells_on(board.puzzle.geometry) or clash.cells


# ---- wrong digits


def _wrong_digit(
    board: Board,
    wrong: Sequence[int],
    entered: Sequence[int],
    otherwise: SearchSentence,
    time: Time,
) -> Mistake:
    order = {cell: at for at, cell in enumerate(entered)}
    first = min(wrong, key=lambda cell: (order.get(cell, len(order)), cell))
    digit, name = board.digits[first], board.puzzle.geometry.name(first)
    said = [HintSentence.WRONG_DIGIT.format(digit=board.puzzle.label_of(digit), cell=name)]
    if first in order:
        back = len(order) - order[first]
        said += [HintSentence.FIRST_MISTAKE.format(n=back)] if back > 1 else []
    elif len(wrong) > 1:
        said += [HintSentence.OTHERS_WRONG.value]
    what = " ".join(said)
    repair = Repair(first, digit, is_mark=False)
    clashes = [each for each in find_conflicts(board.puzzle, board.digits) if first in each.cells]
    if clashes:
        where = _place_of(board, clashes[0])
        return Mistake(what, (first,), where, lambda: _told_clashes(board, clashes), repair)
    row = _row_of(board, first)
    return Mistake(
        what,
        (first,),
        (row.name, row.cells),
        lambda: tuple(_why_not(board, wrong, first, otherwise, time)),
        repair,
    )


def _row_of(board: Board, cell: int) -> House:
    return board.puzzle.geometry.houses[cell // board.puzzle.order]


def _why_not(
    board: Board, wrong: Sequence[int], cell: int, otherwise: SearchSentence, time: Time
) -> Iterator[str]:
    """Yield sentences that refute a wrong digit, using only the right digits on the board.

    *otherwise* is the sentence to yield if no refutation is found.
    """
    digit = board.digits[cell]
    right = [0 if c in wrong else d for c, d in enumerate(board.digits)]
    before = Board.start(board.puzzle, right)
    if not before.masks[cell] >> (digit - 1) & 1:
        yield HintSentence.NOT_ALLOWED.format(digit=board.puzzle.label_of(digit))
        return
    try:
        told = refutation(before, cell, digit, time)
    except OutOfTimeError:
        yield SearchSentence.TOO_SHORT_FOR_WHY.value
        return
    yield from told or (otherwise.value,)


# ---- wrong pencil marks


def _wrong_marks(board: Board, cell: int, digit: int) -> Mistake:
    name, row = board.puzzle.geometry.name(cell), _row_of(board, cell)
    return Mistake(
        HintSentence.WRONG_MARKS.format(cell=name),
        (cell,),
        (HintSentence.PLACE_OF_MARKS.format(house=row.name), row.cells),
        lambda: (HintSentence.MISSING_MARK.format(digit=board.puzzle.label_of(digit)),),
        Repair(cell, digit, is_mark=True),
    )


# ---- refutation of a wrong digit


# Techniques that suppose a candidate and reach a contradiction. The techniques with the shortest
# arguments come first.
_TRIALS = ("nishio", "contradiction-forcing-chain", "cage-trial", "rule-trial")
_TOO_LONG = (
    "cage-trial",
    "rule-trial",
    "cage-cell-forcing-chain",
    "cage-region-forcing-chain",
    "cage-contradiction-forcing-chain",
    "cage-nested-forcing-chain",
)
_MOST = 12  # maximum number of steps that are listed one by one


class _Impossible(NamedTuple):
    """A clause that states a contradiction, and the missing candidates that cause it."""

    text: str
    missing: tuple[Pair, ...]


def refutation(board: Board, cell: int, digit: int, time: Time = UNBOUNDED) -> tuple[str, ...]:
    """Return sentences that prove that a candidate is wrong, or () if the techniques find no proof.

    Args:
        board: A board with right digits only.
        cell: An empty cell.
        digit: A wrong candidate of this cell.
        time: The time limit of the search for the steps.

    Raises:
        OutOfTimeError: The time is over.
    """
    for name in _TRIALS:
        time.left()
        technique = TECHNIQUES[name]
        for step in technique.steps(board):
            if (cell, digit) in step.eliminations:
                trial = _trial_of(step, (cell, digit))
                if (n := sum(map(len, trial.facts.branches))) > _MOST:
                    return (SearchSentence.FAR_CONTRADICTION.format(n=n),)
                return technique.explain(trial, board).full[:-1]
    return tuple(_followed(board, cell, digit, time))


def _trial_of(step: Step, pair: Pair) -> Step:
    """Return the trial of one candidate from a step that tries several."""
    branches = [branch for branch in step.facts.branches if pair in branch[0].placements]
    if not branches:
        return step
    facts = replace(step.facts, branches=tuple(branches))
    return replace(step, eliminations=(pair,), facts=facts)


def _followed(board: Board, cell: int, digit: int, time: Time) -> Iterator[str]:
    """Assume the candidate and take steps to a contradiction. Yield the steps that lead to it."""
    start = board.place(cell, digit)
    boards, steps = [start], list[Step]()
    # The techniques in _TOO_LONG are left out. On the hardest killers they take seconds, and their
    # explanations are too long to read.
    known = in_order(DEFAULT_SCALE, board.puzzle)
    plain = [each for each in known if each.name not in _TOO_LONG]
    used, _ = usable(plain, board.puzzle, is_proper=False)
    for step, after in take_steps(start, used, time=time):
        steps.append(step)
        boards.append(after)
        if _contradiction(after):
            break
    if (end := _contradiction(boards[-1])) is None:
        return
    needed = sorted(_needed(boards, steps, end.missing))
    if len(needed) > _MOST:
        yield SearchSentence.FAR_CONTRADICTION.format(n=len(needed))
        return
    name = board.puzzle.geometry.name(cell)
    yield f"1. {SearchSentence.SUPPOSED.format(cell=name, digit=board.puzzle.label_of(digit))}"
    for number, at in enumerate(needed, 2):
        told = TECHNIQUES[steps[at].technique].explain(steps[at], boards[at])
        yield f"{number}. {sentence(told.heading)}"
    yield SearchSentence.CONTRADICTION.format(what=end.text)


def _contradiction(board: Board) -> _Impossible | None:
    puzzle, digits = board.puzzle, range(1, board.puzzle.order + 1)
    for cell, mask in enumerate(board.masks):
        if not mask:
            text = f"{puzzle.geometry.name(cell)} has no candidate left"
            return _Impossible(text, tuple((cell, digit) for digit in digits))
    for house in puzzle.geometry.houses:
        able = 0
        for cell in house.cells:
            able |= board.masks[cell]
        for digit in digits_of(puzzle.geometry.all_mask & ~able):
            text = f"{house.phrase} has no place left for {puzzle.label_of(digit)}"
            return _Impossible(text, tuple((cell, digit) for cell in house.cells))
    if board.is_full and (conflicts := find_conflicts(puzzle, board.digits)):
        cells = conflicts[0].cells
        missing = tuple((cell, digit) for cell in cells for digit in digits)
        return _Impossible(conflict_words(puzzle, conflicts[0]), missing)
    return None


def _needed(boards: Sequence[Board], steps: Sequence[Step], missing: Sequence[Pair]) -> set[int]:
    """Return the positions of the steps that removed *missing*, and of the steps these need."""
    ledger = ledger_of(boards[0], steps)
    needed, open_ = set[int](), _causes(ledger, boards[-1], missing)
    while open_:
        at = open_.pop()
        if at not in needed:
            needed.add(at)
            open_ |= _causes(ledger, boards[at], rests_on(steps[at], boards[at]))
    return needed


def _causes(ledger: Ledger, board: Board, pairs: Sequence[Pair]) -> set[int]:
    """Return the positions of the steps that removed candidates in *pairs* from a board."""
    gone = [(cell, digit) for cell, digit in pairs if not board.masks[cell] >> (digit - 1) & 1]
    return {ledger[pair].step - 1 for pair in gone if ledger[pair].step}
