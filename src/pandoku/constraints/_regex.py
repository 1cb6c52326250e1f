"""Regular expressions of digits: a parser, a matcher and an automaton."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NoReturn, TypeAlias

from pandoku.errors import PuzzleError
from pandoku.model import MAX_ORDER, MAX_STATES, Automaton, automaton_of

_CHARACTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # the characters of the digits 1..35
_ANY = (1 << MAX_ORDER) - 1
_MOST_REPEATS = MAX_ORDER * MAX_ORDER  # the number of cells of the largest grid
_DEEPEST = 50  # maximum depth of nested parentheses


@dataclass(frozen=True, slots=True)
class _Digits:
    """A single digit, which may be any digit of a mask."""

    mask: int

    @property
    def size(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class _Sequence:
    """A sequence of parts. A sequence without parts matches an empty line."""

    parts: tuple[_Node, ...]

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)


@dataclass(frozen=True, slots=True)
class _Choice:
    """A choice between parts."""

    parts: tuple[_Node, ...]

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)


@dataclass(frozen=True, slots=True)
class _Repeat:
    """A part that repeats. *most* is None if there is no limit."""

    part: _Node
    least: int
    most: int | None

    @property
    def size(self) -> int:
        return self.part.size * (max(self.least, 1) if self.most is None else self.most)


_Node: TypeAlias = _Digits | _Sequence | _Choice | _Repeat


@dataclass(frozen=True, slots=True)
class Pattern:
    """A parsed regular expression.

    Attributes:
        text: The pattern without spaces, in upper case.
        node: The parsed parts.
        greatest: The greatest digit in the pattern, or 0 if it has no digits.
    """

    text: str
    node: _Node
    greatest: int


@lru_cache(maxsize=256)
def parsed_pattern(text: str) -> Pattern:
    """Parse a pattern.

    Raises:
        PuzzleError: The text is not a pattern. The message names the position, counted from 1.
    """
    parser = _Parser(text)
    node = parser.choice()
    if parser.next is not None:
        parser.fail("an opening parenthesis before ')'")
    if node.size > MAX_STATES:
        raise PuzzleError(
            f"expected a pattern of at most {MAX_STATES:,} places for digits, found {node.size:,}"
        )
    return Pattern("".join(parser.characters), node, parser.greatest)


class _Parser:
    """A recursive descent parser of patterns."""

    def __init__(self, text: str) -> None:
        kept = [(at, char) for at, char in enumerate(text, 1) if not char.isspace()]
        self.characters = [char.upper() for _, char in kept]
        self.greatest = 0
        self._columns = [at for at, _ in kept] + [len(text) + 1]
        self._at = 0
        self._depth = 0

    @property
    def next(self) -> str | None:
        """The next character, or None at the end."""
        return self.characters[self._at] if self._at < len(self.characters) else None

    def fail(self, expected: str, at: int | None = None) -> NoReturn:
        """Raise an error for the next character, or for the character at an index."""
        at = self._at if at is None else at
        found = repr(self.characters[at]) if at < len(self.characters) else "the end"
        raise PuzzleError(f"position {self._columns[at]}: expected {expected}, found {found}")

    def choice(self) -> _Node:
        """Parse sequences separated by bars, up to a closing parenthesis or the end."""
        parts = [self._sequence()]
        while self._take("|"):
            parts.append(self._sequence())
        return parts[0] if len(parts) == 1 else _Choice(tuple(parts))

    def _sequence(self) -> _Node:
        parts: list[_Node] = []
        while self.next is not None and self.next not in "|)":
            parts.append(self._repeated())
        return parts[0] if len(parts) == 1 else _Sequence(tuple(parts))

    def _repeated(self) -> _Node:
        part = self._part()
        start = self._at
        bounds = self._bounds()
        if bounds is None:
            return part
        least, most = bounds
        if most is not None and most < least:
            self.fail(f"a second number of at least {least}", start)
        if self.next is not None and self.next in "*+?{":
            self.fail("parentheses around what is repeated twice")
        return _Repeat(part, least, most)

    def _bounds(self) -> tuple[int, int | None] | None:
        """Parse the number of repeats after a part. Return None if no number follows."""
        for sign, least, most in (("*", 0, None), ("+", 1, None), ("?", 0, 1)):
            if self._take(sign):
                return least, most
        if not self._take("{"):
            return None
        first = self._number()
        second: int | None = first
        if self._take(","):
            second = None if self.next == "}" else self._number()
        if not self._take("}"):
            self.fail("'}'")
        return first, second

    def _number(self) -> int:
        start, digits = self._at, ""
        while self.next is not None and self.next in "0123456789":
            digits += self.next
            self._at += 1
        if not digits or len(digits) > 4 or int(digits) > _MOST_REPEATS:
            self.fail(f"a number of repeats, at most {_MOST_REPEATS:,}", start)
        return int(digits)

    def _part(self) -> _Node:
        if self._take("("):
            self._depth += 1
            if self._depth > _DEEPEST:
                self.fail(f"at most {_DEEPEST} nested parentheses")
            inner = self.choice()
            if not self._take(")"):
                self.fail("')'")
            self._depth -= 1
            return inner
        if self._take("."):
            return _Digits(_ANY)
        if self._take("["):
            return self._class()
        return _Digits(1 << (self._digit() - 1))

    def _class(self) -> _Node:
        """Parse the rest of a class such as [12], [^12] or [1-4]."""
        is_negated, mask = self._take("^"), 0
        while not self._take("]"):
            start = self._at
            first = last = self._digit("a digit or ']'")
            if self._take("-"):
                last = self._digit("a digit after '-'")
            if last < first:
                self.fail("a range that ascends", start)
            mask |= (1 << last) - (1 << (first - 1))
        if not mask:
            self.fail("a digit before ']'", self._at - 1)
        return _Digits(_ANY & ~mask if is_negated else mask)

    def _digit(self, expected: str = "a digit, '.', '[' or '('") -> int:
        char = self.next
        if char is None or (digit := _CHARACTERS.find(char) + 1) == 0:
            self.fail(expected)
        self._at += 1
        self.greatest = max(self.greatest, digit)
        return digit

    def _take(self, char: str) -> bool:
        """Skip a character if it comes next, and return whether it was skipped."""
        if self.next != char:
            return False
        self._at += 1
        return True


# -------------------------------------------------------------------- matching


def matches(pattern: Pattern, digits: Sequence[int]) -> bool:
    """Return whether a pattern matches the complete sequence of digits."""
    return len(digits) in _ends(pattern.node, digits, {0})


def _ends(node: _Node, digits: Sequence[int], starts: set[int]) -> set[int]:
    """Return the positions where matches of a part can end if they begin at one of *starts*."""
    match node:
        case _Digits(mask):
            return {s + 1 for s in starts if s < len(digits) and mask >> (digits[s] - 1) & 1}
        case _Sequence(parts):
            for part in parts:
                starts = _ends(part, digits, starts)
            return starts
        case _Choice(parts):
            return set[int]().union(*(_ends(part, digits, starts) for part in parts))
        case _Repeat(part, least, most):
            found = starts if least == 0 else set[int]()
            # Repeats beyond the number of digits can only add empty matches.
            for count in range(1, (len(digits) + least if most is None else most) + 1):
                after = _ends(part, digits, starts)
                if count > least and after <= found:
                    break
                starts = after
                found = found | after if count >= least else found
            return found


# -------------------------------------------------------------------- the automaton


class _Positions:
    """The places for digits in a pattern, each with the places that may follow it.

    Sets of places are masks: bit p is the place p.
    """

    def __init__(self, node: _Node) -> None:
        self.digits: list[int] = []  # for each place, the mask of its digits
        self._follow: list[int] = []
        self.may_be_empty, self._first, self._last = self._add(node)

    def after(self, places: int | None) -> int:
        """Return the places that may follow *places*, or may come first if *places* is None."""
        if places is None:
            return self._first
        found = 0
        for place in _bits(places):
            found |= self._follow[place]
        return found

    def is_end(self, places: int | None) -> bool:
        """Return whether a match may end at *places*, or may be empty if *places* is None."""
        return self.may_be_empty if places is None else bool(places & self._last)

    def _add(self, node: _Node) -> tuple[bool, int, int]:
        """Add the places of a part.

        Returns:
            Whether the part may be empty, the places where it may begin, and the places where it
            may end.
        """
        if not node.size:
            return True, 0, 0
        match node:
            case _Digits(mask):
                self.digits.append(mask)
                self._follow.append(0)
                place = 1 << (len(self.digits) - 1)
                return False, place, place
            case _Sequence(parts):
                return self._joined(self._add(part) for part in parts)
            case _Choice(parts):
                added = [self._add(part) for part in parts]
                return (
                    any(empty for empty, _, _ in added),
                    sum(first for _, first, _ in added),
                    sum(last for _, _, last in added),
                )
            case _Repeat(part, least, most):
                return self._joined(self._repeated(part, least, most))

    def _repeated(
        self, part: _Node, least: int, most: int | None
    ) -> Iterable[tuple[bool, int, int]]:
        """Yield the copies of a repeated part.

        If there is no limit, the last copy may follow itself.
        """
        for count in range(1, (max(least, 1) if most is None else most) + 1):
            empty, first, last = self._add(part)
            if most is None and count >= least:
                self._link(last, first)
            yield empty or count > least, first, last

    def _joined(self, parts: Iterable[tuple[bool, int, int]]) -> tuple[bool, int, int]:
        """Add parts that follow each other. Return the same three values as `_add`."""
        all_empty, all_first, all_last = True, 0, 0
        for empty, first, last in parts:
            self._link(all_last, first)
            all_first |= first if all_empty else 0
            all_last = last | (all_last if empty else 0)
            all_empty = all_empty and empty
        return all_empty, all_first, all_last

    def _link(self, before: int, after: int) -> None:
        for place in _bits(before):
            self._follow[place] |= after


def _bits(mask: int) -> Iterable[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=256)
def automaton_of_pattern(pattern: Pattern, order: int, length: int) -> Automaton | None:
    """Return the automaton of a pattern for lines of a length, or None if it is too large."""
    places = _Positions(pattern.node)
    taking = [
        sum(1 << place for place, mask in enumerate(places.digits) if mask >> digit & 1)
        for digit in range(order)
    ]
    after: dict[int | None, int] = {}

    def step(state: Hashable, digit: int) -> Hashable | None:
        assert state is None or isinstance(state, int)
        if state not in after:
            after[state] = places.after(state)
        return after[state] & taking[digit - 1] or None

    def accepts(state: Hashable) -> bool:
        assert state is None or isinstance(state, int)
        return places.is_end(state)

    try:
        return automaton_of(order, length, None, step, accepts)
    except PuzzleError:
        return None
