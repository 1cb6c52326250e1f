"""The coach, which reviews the digits of a game and shows easier steps that were missed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from statistics import median
from typing import NamedTuple

from pandoku.logic import Judge, judge_of
from pandoku.model import Board, Puzzle, Step, digits_of
from pandoku.play._statistics import follows_full_hint
from pandoku.play.candidates import working_board
from pandoku.play.edits import Edit
from pandoku.play.game import Game
from pandoku.play.moves import Move
from pandoku.play.position import Position
from pandoku.play.reasons import Reason, Reasons, is_single, score_of
from pandoku.play.report import advice_text, report, told_turn
from pandoku.play.stops import taught_for
from pandoku.techniques import current_name, example_of

__all__ = ["Review", "Spotted", "Turn", "review"]

_MUCH = 1.0  # least difference in rating to a missed step, if the digit is harder than a single
# Steps up to this rating are singles. If the digit was a single, an easier step counts as missed
# only if the player needed a long time for the digit.
_SINGLES = 2.3
_LONG_MS = 20_000  # a slow digit takes at least this time
_LONG = 2  # a slow digit takes at least this multiple of the median time
_MOST_SLOW = 5
_MOST_ADVICE = 3
_NAMED = 2  # lowest level of hints that names the technique


class Turn(NamedTuple):
    """A digit that the player wrote.

    Attributes:
        at_ms: Time of the move, in milliseconds played.
        spent_ms: Milliseconds since the previous digit.
        cell: The cell.
        digit: The digit.
        was_right: Whether the digit is right, or None if unknown (see `pandoku.logic.Judge`).
        easiest: The easiest step on the board before this turn. None if the board had no step, or
            if the digits on it cannot be completed.
        reason: The reason why the digit follows from the board before this turn. None if the digit
            is wrong, or if only a chain would explain it.
        hint: The highest level of the hints since the previous digit, or None without hints.
        follows_mistake: Whether the digit is wrong because of an earlier mistake: it is a single on
            a board that already has another wrong digit.
        corrected_ms: Time when the player removed or replaced the wrong digit, in milliseconds
            played. None if the digit is right or was not corrected.
        is_told: Whether the previous move was a hint that gave a complete step.
        seen: The visible part of a puzzle with fog before this turn, or None without fog.
    """

    at_ms: int
    spent_ms: int
    cell: int
    digit: int
    was_right: bool | None
    easiest: Step | None
    reason: Reason | None
    hint: int | None
    follows_mistake: bool = False
    corrected_ms: int | None = None
    is_told: bool = False
    seen: Puzzle | None = None

    @property
    def technique(self) -> str | None:
        """The name of the technique that gives the digit, or None."""
        return self.reason.technique if self.reason else None

    @property
    def score(self) -> float | None:
        """The rating of the reason for the digit, or None."""
        if self.reason is None:
            return None
        return max(score_of(step) for step in (self.reason.step, self.reason.after) if step)


class Spotted(NamedTuple):
    """A step that rules out candidates that the player removed from the center marks.

    Attributes:
        at_ms: Time when the candidates were removed, in milliseconds played.
        step: The easiest step that eliminates at least one of the removed candidates.
        hint: The highest level of the hints since the last digit. None if these hints did not name
            the technique of the step.
    """

    at_ms: int
    step: Step
    hint: int | None


@dataclass(frozen=True, slots=True)
class Review:
    """The coach's review of a game.

    A game records moves, not thoughts. The coach knows which steps lead to a digit, and which steps
    were there. It does not know which of them the player saw.

    Attributes:
        game: The game.
        judge: The judge of the digits.
        turns: Every digit that the player wrote, in order, including digits taken back later.
        spotted: The steps that rule out candidates removed from the center marks, in order.
        named: The technique of each hint that named it, in order.
    """

    game: Game
    judge: Judge
    turns: tuple[Turn, ...]
    spotted: tuple[Spotted, ...]
    named: tuple[str, ...] = ()

    @property
    def mistakes(self) -> tuple[Turn, ...]:
        """The digits that were wrong."""
        return tuple(turn for turn in self.turns if turn.was_right is False)

    @property
    def unexplained(self) -> tuple[Turn, ...]:
        """The digits without a known reason, except wrong digits and digits after a hint."""
        own = (turn for turn in self.turns if turn.was_right is not False and not turn.hint)
        return tuple(turn for turn in own if turn.reason is None)

    @property
    def slow(self) -> tuple[Turn, ...]:
        """The slowest digits, at most five, slowest first.

        Each of these digits took at least 20 seconds, and at least twice the median time of all
        digits.
        """
        least = max(_LONG_MS, _LONG * median(t.spent_ms for t in self.turns)) if self.turns else 0
        slow = [turn for turn in self.turns if turn.spent_ms >= least]
        return tuple(sorted(slow, key=lambda turn: -turn.spent_ms)[:_MOST_SLOW])

    @property
    def missed(self) -> tuple[Turn, ...]:
        """The turns where a much easier step was available, in order.

        Wrong digits and digits after a hint are left out. If the digit was harder than a single,
        the rating of the missed step is lower by at least 1.0. If the digit was a single, the turn
        is included only if it was slow, and if the missed step has a lower rating and another
        technique. If the digit has no known reason, any available step counts as missed.
        """
        slow = {turn.at_ms for turn in self.slow}
        return tuple(turn for turn in self.turns if _is_missed(turn, turn.at_ms in slow))

    @property
    def techniques(self) -> Counter[str]:
        """The number of digits and steps in `spotted` that each technique gives without a hint.

        The keys are the names of the techniques, the most frequent first.
        """
        given = [t.technique for t in self.turns if t.technique and not t.hint]
        given += [each.step.technique for each in self.spotted if not each.hint]
        return Counter(dict(Counter(given).most_common()))

    @property
    def advice(self) -> tuple[str, ...]:
        """The techniques that are worth a drill, at most three, the most frequent first.

        They are the techniques of easier steps in `missed`, and those that hints named. Techniques
        in `techniques` are left out: without help, the player entered what they give. In the puzzle
        of a stop of the course, so are techniques that the course has not taught by then.
        """
        missed = [turn.easiest.technique for turn in self.missed if turn.easiest]
        wanted = Counter([*missed, *self.named]).most_common()
        known, taught = self.techniques, taught_for(self.game.puzzle)
        open_ones = (name for name, _ in wanted if taught is None or name in taught)
        drilled = (name for name in open_ones if name not in known and example_of(name))
        return tuple(islice(drilled, _MOST_ADVICE))

    @property
    def text(self) -> str:
        """The review in sentences, a paragraph for each subject, without the advice."""
        return report(self)

    @property
    def advice_text(self) -> str:
        """The advice in a sentence, or "" without advice."""
        return advice_text(self)

    def told(self, turn: Turn) -> str:
        """Return the coach's sentences about a turn."""
        return told_turn(self, turn)

    def __str__(self) -> str:
        return "\n\n".join(filter(None, (self.text, self.advice_text)))


def _is_missed(turn: Turn, is_slow: bool) -> bool:
    if turn.easiest is None or turn.was_right is False or turn.hint:
        return False
    easiest, score = score_of(turn.easiest), turn.score
    if score is None:
        return True
    if score > _SINGLES:
        return easiest + _MUCH <= score
    return is_slow and easiest < score and turn.easiest.technique != turn.technique


def review(game: Game) -> Review:
    """Review a game, finished or not: every digit that the player wrote.

    The coach looks for the reason for a digit on the board just before the digit was written. This
    board has the player's digits and center marks, except wrong ones. In fog, it has only the
    visible part of the puzzle. `Reasons.of_digit` describes the search. Its limits are numbers of
    steps, not time. Digits that come from redo, a checkpoint or a revealed solution are not
    reviewed. In the puzzle of a stop of the course, only techniques that were taught by then count.

    Args:
        game: The game.

    >>> game = Game.start("..4....3.....3.1").place("r1c1", 3, at_ms=4000)
    >>> [turn.technique for turn in review(game).turns]
    ['hidden-single']
    """
    judge = judge_of(game.puzzle)
    watcher = _Watcher(game.puzzle, judge)
    before = Game.start(game.puzzle)
    for move in game.moves:
        after = before.play(move)
        watcher.see(move, before.position, after.position)
        before = after
    return Review(game, judge, tuple(watcher.turns), tuple(watcher.spotted), tuple(watcher.named))


class _Watcher:
    """The part of a review that follows the moves of a game in order.

    Attributes:
        turns: `Review.turns` so far.
        spotted: `Review.spotted` so far.
        named: `Review.named` so far.
    """

    def __init__(self, puzzle: Puzzle, judge: Judge) -> None:
        self.turns: list[Turn] = []
        self.spotted: list[Spotted] = []
        self.named: list[str] = []
        self._puzzle, self._judge = puzzle, judge
        self._right = judge.solution or (0,) * puzzle.geometry.n_cells
        self._taught = taught_for(puzzle)
        is_proper = judge.uniqueness.is_proper
        self._seen, self._reasons = puzzle, Reasons(puzzle, is_proper, self._taught)
        self._last: Move | None = None
        self._hint: int | None = None
        self._recent: set[str] = set()  # techniques of the hints since the last digit
        self._open: list[int] = []  # indices of turns whose wrong digits are still in the grid
        self._known: set[tuple[int, int]] = set()  # eliminations of all steps in `spotted`

    def see(self, move: Move, before: Position, after: Position) -> None:
        """Process a move, given the positions before and after it."""
        last, self._last = self._last, move
        self._look(before)
        self._correct(move.at_ms, after)
        if move.verb == "hint":
            self._hint = max(move.number, self._hint or 0)
            self._recent.add(current_name(move.name))
            if _names(move) and not (last and _names(last) and last.name == move.name):
                self.named.append(current_name(move.name))
        if move.verb != "edit":
            return
        written = [(c, d) for c, d in enumerate(after.own) if d and d != before.own[c]]
        for cell, digit in written:
            self._look(before)
            self._turn(move.at_ms, before, cell, digit, follows_full_hint(last, move))
            before = before.after(Edit("digit", digit, (cell,)))
        if written:
            self._hint = None
            self._recent.clear()
        elif all(edit.layer == "center" and edit.number < 0 for edit in move.edits):
            self._spot(move.at_ms, before, after)

    def _look(self, position: Position) -> None:
        """Look for reasons in the part of the puzzle that is visible at a position."""
        seen = position.seen(self._puzzle)
        if seen is not self._seen:
            is_proper = seen is self._puzzle and self._judge.uniqueness.is_proper
            self._seen, self._reasons = seen, Reasons(seen, is_proper, self._taught)

    def _turn(self, at_ms: int, before: Position, cell: int, digit: int, is_told: bool) -> None:
        spent = at_ms - (self.turns[-1].at_ms if self.turns else 0)
        right = self._right[cell]
        was_right = right == digit if right else None
        board, easiest, reason = self._board(before, cell), None, None
        # A cell without candidates shows that a digit of unknown correctness is wrong.
        if 0 not in board.masks:
            last = [turn.cell for turn in self.turns[-1:]]
            easiest = self._reasons.easiest(board, last)
            if was_right is not False:
                reason = self._reasons.of_digit(board, cell, digit)
        follows = was_right is False and self._follows(before, cell, digit)
        self.turns.append(
            Turn(
                at_ms,
                spent,
                cell,
                digit,
                was_right,
                easiest,
                reason,
                self._hint,
                follows,
                is_told=is_told,
                seen=None if self._seen is self._puzzle else self._seen,
            )
        )
        if was_right is False:
            self._open.append(len(self.turns) - 1)

    def _board(self, position: Position, cell: int | None = None) -> Board:
        """Return the board of a position without known wrong digits and without *cell*'s digit."""
        digits = [
            digit if right in (0, digit) else 0
            for digit, right in zip(position.digits, self._right, strict=True)
        ]
        center = [
            mask if not right or mask >> (right - 1) & 1 else 0
            for mask, right in zip(position.marks.center, self._right, strict=True)
        ]
        if position.veil is not None and self._seen is not self._puzzle:
            # the center marks are not corrected, because that would reveal the right digits
            center = [0] * len(center)
        if cell is not None:
            digits[cell] = 0
        return working_board(self._seen, digits, center)

    def _follows(self, position: Position, cell: int, digit: int) -> bool:
        """Return True if a wrong digit is a single on a board that has another wrong digit."""
        digits = (*position.digits[:cell], 0, *position.digits[cell + 1 :])
        if all(not d or right in (0, d) for d, right in zip(digits, self._right, strict=True)):
            return False
        board = working_board(self._seen, digits, position.marks.center)
        can_be = bool(board.masks[cell] >> (digit - 1) & 1)
        return can_be and is_single(board.puzzle, board.digits, board.masks, cell, digit)

    def _correct(self, at_ms: int, after: Position) -> None:
        """For each wrong digit that is no longer in the grid, record when it was corrected."""
        for at in [*self._open]:
            turn = self.turns[at]
            if after.own[turn.cell] != turn.digit:
                self.turns[at] = turn._replace(corrected_ms=at_ms)
                self._open.remove(at)

    def _spot(self, at_ms: int, before: Position, after: Position) -> None:
        """Record the easiest step that explains the center marks just removed, if there is one."""
        board = self._board(before)
        gone = [
            (cell, digit)
            for cell, (old, new) in enumerate(
                zip(before.marks.center, after.marks.center, strict=True)
            )
            if new != old and new and not before.digits[cell]
            for digit in digits_of(board.masks[cell] & old & ~new)
            if self._right[cell] != digit
        ]
        if self._known.issuperset(gone) or 0 in board.masks:
            return  # steps in `spotted` already explain the marks, or a digit is wrong
        step = self._reasons.of_marks(board, gone)
        if step is not None:
            self._known.update(step.eliminations)
            hint = self._hint if step.technique in self._recent else None
            self.spotted.append(Spotted(at_ms, step, hint))


def _names(move: Move) -> bool:
    """Return True if a move is a hint that names a technique."""
    return move.verb == "hint" and move.number >= _NAMED and bool(move.name)
