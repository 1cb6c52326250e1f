"""Read, solve and sort the puzzles of a book, and divide them into chapters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import inf, isnan
from typing import Any, NamedTuple

from pandoku.engines import Budget, solve_all
from pandoku.errors import ImproperError, PandokuError, PressError
from pandoku.logic import PuzzleRating, rate_all
from pandoku.model import Outcome, Puzzle, PuzzleLike, puzzle_of
from pandoku.press.options import Layout
from pandoku.symmetry import canonical, canonical_many
from pandoku.words import kind_name, with_capital

__all__ = ["Chapter", "Entries", "Entry", "read_entries"]

_MOST = 100_000  # maximum number of puzzles
_LONGEST_SEARCH = Budget(seconds=30)  # seconds: budget for solving one puzzle
_LEVELS = ("easy", "medium", "hard", "expert", "extreme")
_NAMED = 20  # maximum number of puzzles to name in a message
_SEVERAL, _NONE = "more than one solution", "no solution"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A titled chapter of a book.

    Attributes:
        title: Title on the page before the puzzles.
        puzzles: The puzzles, in any form that `pandoku.solve` accepts.

    Raises:
        PressError: The title is not a text.
    """

    title: str
    puzzles: Sequence[PuzzleLike]

    def __post_init__(self) -> None:
        if not isinstance(self.title, str):
            found = type(self.title).__name__
            raise PressError(f"expected the title of a chapter as a text, found {found}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A numbered puzzle of a book.

    Attributes:
        puzzle: The puzzle.
        number: Number of the puzzle in the book.
        solution: Digits of the solution, or None if there is not exactly one solution.
        lacks: Text that is printed in place of a missing solution, or "".
        rating: Rating of the puzzle, or None if the layout does not use ratings.
        place: Position of the puzzle among those that were given, from 1.
    """

    puzzle: Puzzle
    number: int
    solution: bytes | None
    lacks: str = ""
    rating: PuzzleRating | None = None
    place: int = 0

    @property
    def level(self) -> str:
        """The difficulty as a word, or "" if the puzzle has no rating."""
        return self.rating.level if self.rating is not None else ""


class BookPart(NamedTuple):
    """The title and the number of puzzles of a chapter. Without chapters, the title is ""."""

    title: str
    n_puzzles: int


@dataclass(frozen=True, slots=True)
class Entries:
    """The puzzles of a book.

    Attributes:
        all: The puzzles in order.
        parts: The chapters. A book without chapters has one part without a title.
        warnings: Warnings to read before printing.
    """

    all: tuple[Entry, ...]
    parts: tuple[BookPart, ...]
    warnings: tuple[str, ...]


class _Read(NamedTuple):
    """A puzzle that was read but not yet numbered."""

    place: int
    chapter: str
    puzzle: Puzzle
    outcome: Outcome | None = None
    rating: PuzzleRating | None = None


def read_entries(puzzles: Iterable[PuzzleLike] | Iterable[Chapter], layout: Layout) -> Entries:
    """Return the puzzles of a book, with their solutions, in printing order.

    Raises:
        PressError: There are no puzzles or too many, or a chapter is empty.
        ImproperError: A puzzle does not have exactly one solution, and the layout refuses it.
        FormatError, PuzzleError: A puzzle is invalid.
    """
    read = [*_read(puzzles)]
    if not read:
        raise PressError("expected puzzles to print, found none")
    if layout.chapters and any(each.chapter for each in read):
        raise PressError("expected either titled chapters or chapters by level or kind, found both")
    outcomes = solve_all([each.puzzle for each in read], budget=_LONGEST_SEARCH, on_error="keep")
    read = [each._replace(outcome=found) for each, found in zip(read, outcomes, strict=True)]
    read, left_out = _proper(read, layout)
    shows_level = not {"level", "rating"}.isdisjoint(layout.caption)
    if shows_level or layout.sort == "level" or layout.chapters == "level":
        ratings = rate_all([each.puzzle for each in read], on_error="keep")
        read = [each._replace(rating=rating) for each, rating in zip(read, ratings, strict=True)]
    read = _in_order(read, layout)
    parts = tuple(
        BookPart(title, sum(1 for _ in run))
        for title, run in groupby(read, lambda each: each.chapter)
    )
    if layout.tabs and not parts[0].title:
        raise PressError("expected chapters along with tabs, found none")
    all_entries = tuple(
        _entry(each, number) for number, each in enumerate(read, layout.first_number)
    )
    return Entries(all_entries, parts, (*left_out, *_twice(all_entries)))


def _read(puzzles: Any) -> Iterator[_Read]:
    place = 0
    for each in _listed(puzzles):
        is_chapter = isinstance(each, Chapter)
        title = " ".join(each.title.split()) if is_chapter else ""
        some = [*_listed(each.puzzles)] if is_chapter else [each]
        if is_chapter and (not some or not title):
            raise PressError(
                f"expected a title and puzzles in every chapter, found {each.title[:60]!r} "
                f"with {len(some)}"
            )
        for one in some:
            place += 1
            if place > _MOST:
                raise PressError(f"expected at most {_MOST:,} puzzles, found more")
            yield _Read(place, title, puzzle_of(one))


def _listed(puzzles: Any) -> Iterable[Any]:
    if isinstance(puzzles, Puzzle | str | bytes) or not isinstance(puzzles, Iterable):
        raise PressError(f"expected a list of puzzles, found {type(puzzles).__name__}")
    return puzzles


# ------------------------------------------------------------------ solutions


def _proper(read: list[_Read], layout: Layout) -> tuple[list[_Read], list[str]]:
    """Return the puzzles to print, and warnings about the puzzles without exactly one solution."""
    bad = [each for each in read if each.outcome is None or not each.outcome.is_unique]
    if not bad or layout.improper == "print":
        return read, []
    lines = []
    for each in bad[:_NAMED]:
        name = (each.puzzle.title or each.puzzle.id or "")[:40]
        lines.append(f"puzzle {each.place}{f' ({name})' if name else ''}: {_count(each)}")
    lines += [f"and {len(bad) - _NAMED} more"] * (len(bad) > _NAMED)
    if layout.improper == "refuse":
        many = f"{len(bad)} puzzles do" if len(bad) > 1 else "a puzzle does"
        raise ImproperError(
            f"{many} not have exactly one solution; skip or print them\n  " + "\n  ".join(lines),
            tuple((each.place, _count(each)) for each in bad),
        )
    if len(bad) == len(read):
        raise PressError("expected puzzles with exactly one solution, found none")
    places = {each.place for each in bad}
    kept = [each for each in read if each.place not in places]
    return kept, [f"left out {line}" for line in lines]


def _count(each: _Read) -> str:
    if each.outcome is None or each.outcome.stopped == "error":
        problems = [one for one in each.puzzle.problems() if one.severity == "error"]
        return str(problems[0]) if problems else "not solvable by any engine"
    return each.outcome.describe()


def _entry(each: _Read, number: int) -> Entry:
    outcome = each.outcome
    if outcome is not None and outcome.is_unique and outcome.solution is not None:
        return Entry(each.puzzle, number, bytes(outcome.solution), "", each.rating, each.place)
    count = outcome.count if outcome is not None else 0
    lacks = _SEVERAL if count > 1 else "not decided" if count == 1 else _NONE
    return Entry(each.puzzle, number, None, lacks, each.rating, each.place)


# ------------------------------------------------------------------ order


def _in_order(read: list[_Read], layout: Layout) -> list[_Read]:
    """Return the puzzles in printing order, with chapters as the layout requires.

    The sorting is stable, so puzzles of equal difficulty stay in the order of the input.
    """
    if layout.sort == "level":
        # Sort by the word for the level, then by the score, because scores of different scales
        # cannot be compared.
        read = sorted(read, key=lambda each: (_rank(each), _score(each)))
        if any(each.chapter for each in read):
            titles = [*dict.fromkeys(each.chapter for each in sorted(read, key=_place))]
            read = sorted(read, key=lambda each: titles.index(each.chapter))
    if layout.chapters == "level":
        levels = [each.rating.level if each.rating is not None else "" for each in read]
        titles = [with_capital(level) if level else "Not rated" for level in levels]
        pairs = zip(read, titles, strict=True)
        return sorted((each._replace(chapter=title) for each, title in pairs), key=_rank)
    if layout.chapters == "kind":
        named = [each._replace(chapter=with_capital(kind_name(each.puzzle))) for each in read]
        kinds = [*dict.fromkeys(each.chapter for each in sorted(named, key=_place))]
        return sorted(named, key=lambda each: kinds.index(each.chapter))
    return read


def _place(each: _Read) -> int:
    return each.place


def _rank(each: _Read) -> int:
    level = each.rating.level if each.rating is not None else ""
    return _LEVELS.index(level) if level in _LEVELS else len(_LEVELS)


def _score(each: _Read) -> float:
    if each.rating is None or isnan(each.rating.score):
        return inf
    return each.rating.score


# ------------------------------------------------------------------ duplicates


def _twice(entries: Sequence[Entry]) -> list[str]:
    """Return a warning for every puzzle that is isomorphic to an earlier puzzle."""
    first: dict[object, int] = {}
    warnings = []
    for entry, form in zip(entries, _forms(entries), strict=True):
        if form is None:
            continue
        if form in first:
            warnings.append(
                f"puzzle {entry.number} is the same as puzzle {first[form]}, perhaps rotated or "
                "with different digits"
            )
        first.setdefault(form, entry.number)
    return warnings


def _forms(entries: Sequence[Entry]) -> list[object]:
    """Return a key for each puzzle, or None if the key is unknown.

    Isomorphic puzzles have equal keys.
    """
    forms: list[object] = [None] * len(entries)
    alike: dict[object, list[int]] = {}
    for at, entry in enumerate(entries):
        puzzle = entry.puzzle
        if puzzle.cages or puzzle.further or puzzle.candidates is not None:
            try:
                forms[at] = canonical(puzzle)
            except PandokuError:  # without a form, only equal puzzles can be found
                forms[at] = puzzle
        else:
            alike.setdefault(puzzle.geometry, []).append(at)
    for geometry, places in alike.items():
        found = canonical_many([entries[at].puzzle for at in places], on_error="keep")
        bad = getattr(found, "errors", {})
        for number, (at, row) in enumerate(zip(places, found, strict=True)):
            forms[at] = None if number in bad else (geometry, row.tobytes())
    return forms
