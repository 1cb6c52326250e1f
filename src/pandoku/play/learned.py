"""The progress of a learner in the course, as a set of facts that only grows.

The progress of two computers, or of the terminal and the page, is therefore joined by joining their
facts: nothing is counted twice, and nothing gets lost. A fact stays even if its stop or technique
no longer exists.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, NamedTuple

from pandoku.errors import FormatError
from pandoku.play.stops import BRANCHES, COURSE, Stop

__all__ = [
    "PARTS",
    "Fact",
    "Learned",
    "StopProgress",
    "ahead_text",
    "learned_text",
    "numbered_board",
    "read_learned",
]

PARTS = ("lesson", "drill", "puzzle")  # the parts of a stop, in their order
_FORMAT = "pandoku course 1"
MAX_TEXT_CHARS = 4_000_000  # maximum length of an exported text
_FORMAT_NAME = "pandoku course "
_EXPORT_AGAIN = "`pandoku course --export` and the page write it"
_MAX_NAME = 100


class Fact(NamedTuple):
    """Something that the learner has done.

    Attributes:
        part: One of `PARTS`: a lesson was read, a drill was right, or a puzzle was solved.
        name: Name of the technique of a lesson or drill, or of the stop of a puzzle.
        board: For a drill: the board, such as the text of `numbered_board`. Otherwise "".
    """

    part: str
    name: str
    board: str = ""


class StopProgress(NamedTuple):
    """The progress of a learner at one stop.

    Attributes:
        stop: The stop.
        is_read: Whether all lessons of the stop were read.
        n_right: Number of right answers to its drills, up to `goal`.
        goal: Number of right answers that the stop requires.
        is_solved: Whether its puzzle was solved.
    """

    stop: Stop
    is_read: bool
    n_right: int
    goal: int
    is_solved: bool

    @property
    def is_done(self) -> bool:
        """True if all parts of the stop are done."""
        return self.part == ""

    @property
    def part(self) -> str:
        """The first part that is not done, one of `PARTS`, or "" if all of them are done."""
        return next((part for part, done in zip(PARTS, self.done, strict=True) if not done), "")

    @property
    def done(self) -> tuple[bool, bool, bool]:
        """For each of `PARTS`, whether it is done."""
        return self.is_read, self.n_right >= self.goal, self.is_solved

    @property
    def words(self) -> tuple[str, str, str]:
        """A few words about each part: ("read", "2 of 3", "")."""
        drills = f"{self.n_right} of {self.goal}" if self.n_right else ""
        return "read" * self.is_read, drills, "solved" * self.is_solved

    @property
    def drills_text(self) -> str:
        """The number of right answers: "2 of 3 drills are right"."""
        return f"{self.n_right} of {self.goal} drills are right"


@dataclass(frozen=True)
class Learned:
    """The progress of a learner.

    Attributes:
        facts: All that the learner has done.
    """

    facts: frozenset[Fact] = frozenset()

    def at(self, stop: Stop) -> StopProgress:
        """Return the progress at a stop.

        >>> Learned(frozenset({Fact("drill", "x-wing", "0")})).at(COURSE[5]).n_right
        1
        """
        right = sum(min(stop.goal, self.n_right(name)) for name in stop.techniques)
        return StopProgress(
            stop,
            all(name in self._lessons for name in stop.techniques),
            right,
            stop.goal * len(stop.techniques),
            Fact("puzzle", stop.name) in self.facts,
        )

    def n_right(self, technique: str) -> int:
        """Return the number of boards of a technique's drills that the learner has answered."""
        return len(self._boards.get(technique, ()))

    def open_board(self, technique: str, first: int, kind: str | None = None) -> int:
        """Return the lowest number from *first* of a technique's drill that was not answered.

        Args:
            technique: Name of the technique.
            first: The lowest number to return.
            kind: The kind of the boards (see `pandoku.play.drill`). None means any kind.
        """
        done = self._boards.get(technique, ())
        return next(number for number in count(first) if numbered_board(number, kind) not in done)

    def next_drill(self, stop: Stop) -> str:
        """Return the technique of a stop whose drill comes next: the first with answers missing."""
        missing = (name for name in stop.techniques if self.n_right(name) < stop.goal)
        return next(missing, min(stop.techniques, key=self.n_right))

    @property
    def ahead(self) -> StopProgress | None:
        """The progress at the next stop: the first in the course that is not done, or None."""
        return next(filter(None, map(self.next_in, BRANCHES)), None)

    def next_in(self, branch: str) -> StopProgress | None:
        """Return the progress at the first stop of a branch that is not done, or None."""
        progress = (self.at(stop) for stop in COURSE if stop.branch == branch)
        return next((each for each in progress if not each.is_done), None)

    def after(self, stop: Stop) -> Stop | None:
        """Return the next stop of a branch that is not done, after a stop if there is one.

        The other stops of the branch follow, and then the other branches.

        >>> Learned().after(COURSE[5]).name
        'hidden-pair'
        """
        later = (self.at(each) for each in COURSE[COURSE.index(stop) + 1 :])
        next_one = (each for each in later if each.stop.branch == stop.branch and not each.is_done)
        found = next(next_one, None) or self.next_in(stop.branch) or self.ahead
        return found.stop if found else None

    @cached_property
    def _lessons(self) -> frozenset[str]:
        return frozenset(_current(each) for each in self.facts if each.part == "lesson")

    @cached_property
    def _boards(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for fact in self.facts:
            if fact.part == "drill":
                found.setdefault(_current(fact), set()).add(fact.board)
        return found


def numbered_board(number: int, kind: str | None = None) -> str:
    """Return the board of the fact that a drill was right: its number, after its kind if any.

    >>> numbered_board(2), numbered_board(2, "killer")
    ('2', 'killer 2')
    """
    return f"{number}" if kind is None else f"{kind} {number}"


def _current(fact: Fact) -> str:
    from pandoku.techniques import current_name

    return current_name(fact.name)


def ahead_text(learned: Learned, stop: Stop | None = None) -> str:
    """Return a sentence about the next stop after a stop, or else of the course."""
    ahead = learned.ahead
    following = learned.after(stop) if stop else ahead and ahead.stop
    if following is None:
        return "All stops are done."
    return f"The next stop is {following.name}: {following.able}"


def learned_text(learned: Learned) -> str:
    """Return the progress as a text, which `read_learned` and the page can read."""
    drills: dict[str, list[str]] = {}
    for fact in sorted(learned.facts):
        if fact.part == "drill":
            drills.setdefault(fact.name, []).append(fact.board)
    document = {
        "format": _FORMAT,
        "lessons": sorted(fact.name for fact in learned.facts if fact.part == "lesson"),
        "drills": drills,
        "puzzles": sorted(fact.name for fact in learned.facts if fact.part == "puzzle"),
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def read_learned(text: str) -> Learned:
    """Read a text of `learned_text`.

    Raises:
        FormatError: The text is something else, or a newer pandoku wrote it.

    >>> read_learned(learned_text(Learned(frozenset({Fact("lesson", "x-wing")})))).facts
    frozenset({Fact(part='lesson', name='x-wing', board='')})
    """
    expected = f"expected the progress of a course ({_FORMAT!r})"
    if len(text) > MAX_TEXT_CHARS:
        raise FormatError(
            f"{expected} of at most {MAX_TEXT_CHARS:,} characters, found a longer text"
        )
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        cut = f"line {error.lineno}, column {error.colno}"
        is_begun = text.lstrip().startswith("{")
        what = f"a text that breaks off or is damaged at {cut}" if is_begun else "something else"
        raise FormatError(f"{expected}, found {what}; {_EXPORT_AGAIN}") from None
    except RecursionError:
        document = None
    found = document.get("format") if isinstance(document, dict) else None
    if found == _FORMAT:
        return Learned(frozenset(_facts_in(document)))
    if isinstance(found, str) and found.startswith(_FORMAT_NAME):
        raise FormatError(f"{expected}, found {found[:40]!r}; install a newer pandoku")
    what = repr(found[:40]) if isinstance(found, str) else "something else"
    raise FormatError(f"{expected}, found {what}; {_EXPORT_AGAIN}")


def _facts_in(document: dict[str, Any]) -> Iterator[Fact]:
    for part, field in (("lesson", "lessons"), ("puzzle", "puzzles")):
        yield from (Fact(part, name) for name in _names(document.get(field)))
    found = document.get("drills")
    drills = found if isinstance(found, dict) else {}
    for name in _names(drills):
        yield from (Fact("drill", name, board) for board in _names(drills[name]))


def _names(values: object) -> Iterator[str]:
    """Yield the usable names in a list, or among the keys of a dict."""
    for each in values if isinstance(values, Iterable) and not isinstance(values, str) else ():
        name = str(each) if isinstance(each, str | int) else ""
        if 0 < len(name) <= _MAX_NAME and name.isprintable():
            yield name
