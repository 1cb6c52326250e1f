"""The coach's review in sentences.

The sentences state what the record of the game shows: the digits, their times, and the steps that
lead to them. They never claim to know what the player saw, used, tried or meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from pandoku.model import Board, Step
from pandoku.play._statistics import count_hints
from pandoku.play.stops import taught_for
from pandoku.play.timer import clock_text
from pandoku.techniques import get_technique
from pandoku.words import joined, with_capital

if TYPE_CHECKING:
    from pandoku.play.coach import Review, Turn

__all__ = ["advice_text", "report", "told_turn"]

_MOST = 5  # maximum number of turns that a paragraph lists
_MOST_TECHNIQUES = 8
_FREQUENCIES = ("never", "once", "twice")


def report(review: Review) -> str:
    """Return a review as paragraphs: result, techniques, mistakes, time, and easier steps."""
    parts = [_result(review), _techniques(review), _mistakes(review), *_turns(review)]
    return "\n\n".join(part for part in parts if part)


def advice_text(review: Review) -> str:
    """Return a sentence about the techniques that are worth a drill, or ""."""
    titles = [get_technique(name).title for name in review.advice]
    return f"Worth a drill: {joined(titles)}." if titles else ""


def told_turn(review: Review, turn: Turn) -> str:
    """Return sentences about a turn: the digit, its reason, and an easier step."""
    return " ".join(_sentences(review, turn))


def _result(review: Review) -> str:
    game, n = review.game, len(review.turns)
    time, digits = clock_text(game.played_ms), f"{n} digit{'s' * (n != 1)}"
    n_told = sum(turn.is_told for turn in review.turns)
    if not n:
        opening = f"After {time} you have written no digit yet."
    elif game.is_solved and not game.is_revealed and n <= 2 * n_told:
        opening = f"The puzzle is solved, in {time}."
    elif game.is_solved and not game.is_revealed:
        opening = f"You solved the puzzle in {time}, with {digits}."
    elif game.is_revealed:
        opening = f"You wrote {digits} and had the solution shown, at {time}."
    else:
        opening = f"After {time} you have written {digits}."
    notes = [opening]
    if n_told:
        notes.append(f"{_told_digits(n_told, n)} came right after a hint with the complete step.")
    if n > n_told and review.judge.is_complete and not review.mistakes:
        notes.append("None was wrong.")
    if hints := count_hints(game.moves):
        notes.append(f"You asked for hints {_times(hints)}.")
    if review.judge.problem:
        notes.append(review.judge.problem)
    return " ".join(notes)


def _told_digits(n_told: int, n: int) -> str:
    if n == 1:
        return "It"
    return f"All {n} digits" if n == n_told else f"{n_told} of {n} digits"


def _techniques(review: Review) -> str:
    marked = Counter(each.step.technique for each in review.spotted if not each.hint)
    parts = []
    for name, n in review.techniques.items():
        where = ""
        if marked[name]:
            where = ", in your marks" if marked[name] == n else f", {marked[name]} in your marks"
        parts.append(f"{get_technique(name).title} ({_times(n)}{where})")
    if not parts:
        return ""
    more = [f"{len(parts) - _MOST_TECHNIQUES} more"] * (len(parts) > _MOST_TECHNIQUES)
    listed = joined([*parts[:_MOST_TECHNIQUES], *more])
    return f"These steps lead to what you entered without hints: {listed}."


def _mistakes(review: Review) -> str:
    mistakes = review.mistakes
    if not mistakes:
        return ""
    n = len(mistakes)
    opening = f"{n} digits were wrong:" if n > 1 else "One digit was wrong:"
    told = _listed(told_turn(review, turn) for turn in mistakes)
    return "\n".join((opening, *told))


def _turns(review: Review) -> Iterator[str]:
    """Yield the paragraphs about individual turns. Each turn appears in only one paragraph."""
    seen = {*review.mistakes}
    if slow := [turn for turn in review.slow if turn not in seen]:
        seen.update(slow)
        yield "\n".join(
            ("Where the time went:", *_listed(told_turn(review, turn) for turn in slow))
        )
    if unexplained := [turn for turn in review.unexplained if turn not in seen]:
        seen.update(unexplained)
        yield "\n".join((_no_reason(review), *_by_easiest(review, unexplained, is_known=True)))
    if missed := [turn for turn in review.missed if turn not in seen]:
        yield "\n".join(("What was easier:", *_by_easiest(review, missed, is_known=False)))


def _listed(lines: Iterable[str]) -> Iterator[str]:
    listed = [*lines]
    yield from (f"- {line}" for line in listed[:_MOST])
    if len(listed) > _MOST:
        yield f"- and {len(listed) - _MOST} more"


def _by_easiest(review: Review, turns: Sequence[Turn], *, is_known: bool) -> Iterator[str]:
    """Yield a line for each group of turns with the same easiest step."""
    alike: dict[object, list[Turn]] = {}
    for turn in turns:
        step = turn.easiest
        key = step and (step.technique, step.placements, step.facts.cells)
        alike.setdefault(key, []).append(turn)
    return _listed(_told_once(review, group, is_known) for group in alike.values())


def _told_once(review: Review, group: Sequence[Turn], is_known: bool) -> str:
    first, *others = group
    sentences = [*_sentences(review, first, is_known=is_known)]
    if others:
        digits = f"{len(others)} more digit{'s' * (len(others) != 1)}"
        last = clock_text(others[-1].at_ms)
        sentences.append(
            f"You wrote {digits}, until {last}, while it was still there."
            if first.easiest
            else f"The same goes for {digits}, until {last}."
        )
    return " ".join(sentences)


def _sentences(review: Review, turn: Turn, *, is_known: bool = False) -> Iterator[str]:
    """Yield sentences about a turn. If *is_known*, leave out the reason: the list has stated it."""
    puzzle = review.game.puzzle
    name, shown = puzzle.geometry.name(turn.cell), puzzle.label_of(turn.digit)
    after = f", after {_duration(turn.spent_ms)}" if turn.spent_ms >= 1000 else ""
    yield f"At {clock_text(turn.at_ms)} you wrote {shown} in {name}{after}."
    if turn.was_right is False:
        yield from _of_mistake(turn)
    elif turn.hint:
        yield f"You had asked for a hint of level {turn.hint}."
    if turn.was_right is not False and not is_known and (turn.reason or not turn.hint):
        yield _why(review, turn)
    if turn.easiest and (turn.was_right is False or turn in review.missed):
        opening = "The easiest step then" if turn.was_right is False else "Easier at that moment"
        yield f"{opening}: {_step(review, turn, turn.easiest)}."


def _of_mistake(turn: Turn) -> Iterator[str]:
    if turn.follows_mistake:
        yield "It follows from a digit that was wrong already."
    if turn.corrected_ms is None:
        yield "It is still there."
    else:
        yield f"You took it back at {clock_text(turn.corrected_ms)}."


def _why(review: Review, turn: Turn) -> str:
    if turn.reason is None:
        return _no_reason(review, turn)
    step = _step(review, turn, turn.reason.step)
    if turn.reason.after is None:
        return f"{with_capital(step)}."
    return f"{with_capital(_step(review, turn, turn.reason.after))}. Then {step}."


def _no_reason(review: Review, turn: Turn | None = None) -> str:
    """Return a sentence about a turn without a reason, or the start of a list of such turns."""
    what, end = ("it", ".") if turn else ("these digits", ":")
    if review.judge.solution is None and review.judge.uniqueness.count > 1:
        return f"With several solutions, no technique short of a chain gives {what}{end}"
    which = "No technique short of a chain"
    if taught_for(review.game.puzzle) is not None:
        which = "No technique up to this stop of the course, short of a chain,"
    return f"{which} gives {what} from the digits and marks then{end}"


def _step(review: Review, turn: Turn, step: Step) -> str:
    """Return a step as its technique and pattern: "hidden single: only r1c1 can hold 3"."""
    technique = get_technique(step.technique)
    start = Board.start(turn.seen or review.game.puzzle)
    return f"{technique.title}: {technique.pattern(step, start)}"


def _times(n: int) -> str:
    return _FREQUENCIES[n] if n < len(_FREQUENCIES) else f"{n} times"


def _duration(ms: int) -> str:
    seconds = ms // 1000
    if seconds < 100:
        return f"{seconds} second{'s' * (seconds != 1)}"
    return f"{clock_text(ms)} minutes" if seconds < 3600 else f"{clock_text(ms)} hours"
