"""Read the lines that setters type: other names, places in words, signs, houses and givens.

Every line is rewritten to the words that `_words` reads. The spellings of a kind are declared with
the kind: `Rule.aliases`, `Rule.forms`, `Rule.signs` and `Rule.typed`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, NoReturn

from pandoku.constraints._words import (
    COLUMNS,
    ROWS,
    Additions,
    Token,
    constraint_of_tokens,
    refuse_token,
    tokens_of,
)
from pandoku.errors import FormatError, PuzzleError
from pandoku.model import HOUSE_SETS, Cage, Constraint, cells_of
from pandoku.model.constraint import flags_of, value_fields
from pandoku.model.grids import NAMED_CELLS
from pandoku.registry import Registry, plain_name

__all__ = ["additions_of_line"]

_SIGNS = re.compile(r"([<>=])")
_WORD = re.compile(r"(?:10-)?[A-Za-z][A-Za-z0-9_&'-]*", re.ASCII)
_LETTERED = re.compile(r"([A-Za-z])([1-9][0-9]?)")
_BARE = re.compile(r"[rR]([1-9])([1-9])")
_BARE_ORDER = 9  # up to this order, r12 means r1c2
_MOST_WORDS = 6  # maximum number of words in a name
_SHOWN = 40  # maximum number of characters of a bad word in a message
_ALIKE = 0.84  # least similarity of a suggested name, as measured by difflib
# Words that a line may have besides the name, the values and the cells.
_FILLERS = frozenset(
    (
        "=",
        "a",
        "an",
        "and",
        "are",
        "at",
        "cell",
        "cells",
        "from",
        "in",
        "is",
        "of",
        "on",
        "the",
        "with",
    )
)
# Words that may follow a name.
_CLASSES = frozenset(
    ("cage", "cell", "clue", "constraint", "line", "mark", "rule", "sign", "sudoku")
)
_CAGES = ("cage", "killer cage", "killer", "sum cage", "sum")
_TOGETHER = {"all dots given": ("no difference", "no ratio")}
# Incomplete names, and names that may mean several kinds, spelled as by `_spelled`, with the lines
# to type. `%s` is the rest of the typed line.
_SEVERAL = {
    "white": ("white dot%s",),
    "black": ("black dot%s",),
    **dict.fromkeys(("dot", "kropki", "kropkidot"), ("white dot%s", "black dot%s")),
    **dict.fromkeys(
        ("negativeconstraint", "allgiven"), ("all dots given", "all XV given", "anti-knight")
    ),
    "index": ("row indexer r1c1-r1c9", "column indexer r1c1-r9c1", "box indexer r1c1"),
}


def additions_of_line(text: str, order: int, rules: Registry[Any]) -> Additions:
    """Read a line.

    Raises:
        FormatError: A word is unexpected or missing. If the line may have several meanings, the
            message has a line to type for each.
        PuzzleError: A kind refuses a value.
    """
    line = _Line(text, order, rules)
    return line.signed() or line.named()


# -------------------------------------------------------------------- names


class _Name(NamedTuple):
    """The meaning of a name at the beginning of a line.

    Attributes:
        kinds: The names of the kinds; several only for names such as "all dots given".
        words: Values that the name implies: "dutch whisper" implies 4.
        form: The name as the kind declares it, if it implies a value.
    """

    kinds: tuple[str, ...]
    words: str | Callable[[int], str] = ""
    form: str = ""


def _spelled(name: str) -> str:
    """Return a name without hyphens, blanks, capitals and the plural.

    >>> _spelled("German Whispers"), _spelled("x-sum")
    ('germanwhisper', 'xsum')
    """
    words = re.split(r"[\s_-]+", name.lower())
    return "".join(word.removesuffix("s") if len(word) > 3 else word for word in words)


@lru_cache(maxsize=2)
def _names_of(rules: tuple[Any, ...]) -> dict[str, _Name]:
    """Return the meaning of each name of a kind. The keys are converted by `_spelled`."""
    found: dict[str, _Name] = {_spelled(each): _Name((Cage.NAME,)) for each in _CAGES}
    found |= {_spelled(name): _Name(kinds) for name, kinds in _TOGETHER.items()}
    for rule in rules:
        for name in (*rule.aliases, rule.name):
            found[_spelled(name)] = _Name((rule.make.NAME,))
    for rule in rules:
        for each in filter(None, (rule.noun, rule.nouns)):
            found.setdefault(_spelled(each), _Name((rule.make.NAME,)))
        for name, words in rule.forms.items():
            found[_spelled(name)] = _Name((rule.make.NAME,), words, name)
    return found


def kind_named(name: str, rules: Registry[Any]) -> str | None:
    """Return the kind that setters call *name*, or None if no kind or several kinds have it."""
    found = _names_of(tuple(rules.values())).get(_spelled(name))
    return found.kinds[0] if found and len(found.kinds) == 1 else None


def names_called(name: str, rules: Registry[Any]) -> tuple[str, ...]:
    """Return the kinds that setters call *name*, or the form that it is. () means no kind."""
    found = _names_of(tuple(rules.values())).get(_spelled(name), _Name(()))
    return (plain_name(found.form),) if found.form else tuple(map(plain_name, found.kinds))


@cache
def _house_names() -> dict[str, str]:
    """Return the sets of extra houses by name. The keys are converted by `_spelled`."""
    return {
        _spelled(name): each.name
        for each in HOUSE_SETS.values()
        for name in (each.name, *each.aliases)
    }


# The houses of one diagonal: the title, and the cells by the order.
_DIAGONALS: Mapping[str, tuple[str, Callable[[int], tuple[int, ...]]]] = {
    "positivediagonal": ("positive diagonal", lambda n: tuple(range(n * n - n, 0, 1 - n))),
    "negativediagonal": ("negative diagonal", lambda n: tuple(range(0, n * n, n + 1))),
}


# -------------------------------------------------------------------- lines


class _Line:
    """A line, and the ways to read it."""

    def __init__(self, text: str, order: int, rules: Registry[Any]) -> None:
        self._text, self._order, self._rules = text, order, rules
        self._tokens = list(_split(tokens_of(text), order))
        self._note = ""

    def signed(self) -> Additions | None:
        """Read cells with signs between them: "r1c1 > r1c2", "r1c1 = 5". None for other lines."""
        signs = self._tokens[1::2]
        if not signs or not all(_SIGNS.fullmatch(each.text) for each in signs):
            return None
        cells = [self._as_cells(each) for each in self._tokens[::2]]
        if len(cells) == 2 and signs[0].text == "=" and cells[1].is_number:
            return self._given(cells)
        found = []
        for (left, right), sign in zip(pairwise(cells), signs, strict=True):
            rule = next((each for each in self._rules.values() if sign.text in each.signs), None)
            if rule is None:
                refuse_token(self._text, sign, f"expected a sign such as >, found {sign.text!r}")
            pair = (right, left) if rule.signs[sign.text] else (left, right)
            words = _tokens(rule.make.NAME, sign)
            found.append(self._constraint(words, pair, rule))
        return Additions(tuple(found), note=self._note)

    def named(self) -> Additions:
        """Read a line that begins with a name."""
        tokens = self._tokens
        n_words = next(
            (at for at, each in enumerate(tokens) if not self._is_name(each)), len(tokens)
        )
        names, houses = _names_of(tuple(self._rules.values())), _house_names()
        for end in range(min(n_words, _MOST_WORDS), 0, -1):
            rest = tokens[end:]
            for name in _spellings(tokens[:end]):
                if name in ("diagonal", "xsudoku", "sudokux") and not rest:
                    return Additions(has_diagonals=True)
                if name in _DIAGONALS and not rest:
                    title, cells = _DIAGONALS[name]
                    return Additions(houses=({title: cells(self._order)},))
                if name in houses and not rest:
                    return Additions(houses=(houses[name],))
                if name == "given" and rest:
                    return self._given([self._as_cells(each) for each in rest])
                if name in names:
                    return self._of_kind((), names[name], rest)
                if name in _SEVERAL:
                    shown = " ".join(("", *(each.text for each in rest)))
                    lines = " or ".join(repr(each.replace("%s", shown)) for each in _SEVERAL[name])
                    reason = "there are several kinds"
                    if len(_SEVERAL[name]) == 1:
                        reason = f"there is no constraint {tokens[0].text!r}"
                    refuse_token(self._text, tokens[0], f"{reason}; type {lines}")
            if end > 1 and (found := self._with_flag(tokens[0], names, end)):
                return found
        return self._refuse(n_words, names)

    def _is_name(self, token: Token) -> bool:
        return bool(_WORD.fullmatch(token.text)) and not _cell_in(token.text, self._order)

    def _with_flag(self, flag: Token, names: Mapping[str, _Name], end: int) -> Additions | None:
        """Read a line such as "slow thermometer r1c1 r2c2"."""
        for name in _spellings(self._tokens[1:end]):
            if (meant := names.get(name)) and len(meant.kinds) == 1:
                rule = self._rules.get(meant.kinds[0].replace(" ", "-"))
                kind = rule.make if rule else Cage
                if flag.text.lower() in flags_of(kind):
                    return self._of_kind((flag,), meant, self._tokens[end:])
        return None

    def _of_kind(self, flags: Sequence[Token], name: _Name, rest: Sequence[Token]) -> Additions:
        """Read the rest of a line after the name of a kind."""
        words = name.words(self._order) if callable(name.words) else name.words
        if len(name.kinds) > 1 and rest:
            refuse_token(
                self._text, rest[0], f"expected nothing more, found {rest[0].text[:_SHOWN]!r}"
            )
        first = self._tokens[0]
        found = []
        for each in name.kinds:
            rule = self._rules.get(each.replace(" ", "-"))
            start = [*flags, *_tokens(each, first), *_tokens(words, first)]
            found.append(self._constraint(start, rest, rule))
        return Additions(tuple(found), note=self._note)

    def _constraint(self, start: Sequence[Token], rest: Sequence[Token], rule: Any) -> Constraint:
        if rule is not None and rule.typed is not None:
            rest = rule.typed(self._text, rest, self._order)
        rest = list(_joined([self._as_cells(each) for each in self._lines(rest)]))
        kind = rule.make if rule is not None else Cage
        known = {*kind.CELL_FIELDS, *(each.name for each in value_fields(kind))}
        rest = [each for each in rest if each.text.lower() not in _FILLERS - known]
        if rule is not None:
            words = [
                each._replace(text=rule.fields.get(each.text.lower(), each.text)) for each in rest
            ]
            rest = self._in_groups(words, kind)
        return constraint_of_tokens(self._text, [*start, *rest], self._order, self._rules)

    def _lines(self, tokens: Sequence[Token]) -> Iterator[Token]:
        """Yield tokens, with whole rows and columns such as "row 3" as r3c1-r3c9."""
        n, rest = self._order, list(tokens)
        while rest:
            token = rest.pop(0)
            is_row, is_column = (token.text.lower() in each for each in (ROWS, COLUMNS))
            number = rest[0].text if rest and rest[0].is_number else ""
            if not (is_row or is_column) or not 0 < len(number) < 3:
                yield token
            elif not 1 <= int(number) <= n:
                refuse_token(self._text, rest[0], f"expected a number 1..{n}, found {number!r}")
            else:
                line = f"r{number}c1-r{number}c{n}" if is_row else f"r1c{number}-r{n}c{number}"
                yield token._replace(text=line)
                rest.pop(0)

    def _in_groups(self, tokens: list[Token], kind: type[Constraint]) -> list[Token]:
        """Add the names of the two groups of cells to a line without them.

        The first cell is the first group if a kind has a single cell there, such as the bulb of an
        arrow. The two groups of clones have the same size.
        """
        names = kind.CELL_FIELDS
        at = [place for place, each in enumerate(tokens) if each.is_cells]
        said = {each.text.lower() for each in tokens}
        is_half_said = kind.GROUPS == "one and others" and names[0] in said
        if len(names) != 2 or len(at) < 2 or names[1] in said:
            return tokens
        if names[0] in said and not is_half_said:
            return tokens
        middle = 1 if kind.GROUPS == "one and others" else len(at) // 2
        if kind.GROUPS == "halves" and len(at) % 2:
            reason = f"expected two groups of cells with the same shape, found {len(at)} cells"
            refuse_token(self._text, tokens[at[0]], f"{kind.NAME}: {reason}")
        if not kind.GROUPS:
            first, second = names
            cells = [tokens[each].text for each in at]
            line = " ".join((kind.NAME, first, cells[0], second, *cells[1:]))
            reason = f"expected the words {first!r} and {second!r} before the cells"
            refuse_token(self._text, tokens[at[0]], f"{kind.NAME}: {reason}; type {line!r}")
        found = list(tokens)
        found.insert(at[middle], Token(names[1], tokens[at[middle]].column))
        if not is_half_said:
            found.insert(at[0], Token(names[0], tokens[at[0]].column))
        return found

    def _given(self, tokens: Sequence[Token]) -> Additions:
        """Read the cell and the digit of a given."""
        cells = [each for each in tokens if each.is_cells]
        digits = [each for each in tokens if each.is_number]
        if len(cells) != 1 or len(digits) != 1 or len(tokens) != 2:
            refuse_token(
                self._text, self._tokens[0], "expected a cell and a digit, as in 'given r1c1 5'"
            )
        n, digit = self._order, digits[0]
        if len(digit.text) > 2 or not 1 <= int(digit.text) <= n:
            refuse_token(
                self._text, digit, f"expected a digit 1..{n}, found {digit.text[:_SHOWN]!r}"
            )
        try:
            (cell,) = cells_of(n, cells[0].text.lower())
        except (PuzzleError, ValueError):
            refuse_token(
                self._text, cells[0], f"expected one cell r1c1..r{n}c{n}, found {cells[0].text!r}"
            )
        return Additions(givens=((cell, int(digit.text)),), note=self._note)

    def _as_cells(self, token: Token) -> Token:
        """Return a token with its cells written as r1c1, and remark on letters that are rows."""
        if token.is_cells or token.text[:1] == '"':
            return token
        names = [_cell_in(each, self._order) for each in token.text.split("-")]
        if None in names:
            return token
        row = ord(token.text[0].lower()) - ord("a") + 1
        is_row = (names[0] or "").startswith(f"r{row}c")  # not so for r11, which is r1c1
        if is_row and _LETTERED.fullmatch(token.text.split("-")[0]):
            self._note = self._note or f"{token.text} is read as {names[0]}: the letter is the row"
        return token._replace(text="-".join(filter(None, names)))

    def _refuse(self, n_words: int, names: Mapping[str, _Name]) -> NoReturn:
        tokens = self._tokens
        if not tokens:
            raise FormatError("expected the name of a constraint", column=1, text=self._text)
        if not n_words:
            shown = tokens[0].text[:_SHOWN]
            advice = ""
            if len(tokens) == 2 and self._as_cells(tokens[0]).is_cells and tokens[1].is_number:
                advice = f"; type 'given {shown} {tokens[1].text[:_SHOWN]}'"
            reason = f"expected the name of a constraint, found {shown!r}{advice}"
            refuse_token(self._text, tokens[0], reason)
        words = [each.text for each in tokens[: min(n_words, _MOST_WORDS)]]
        near: list[str] = []
        for end in range(len(words), 0, -1):
            close = get_close_matches(_spelled(" ".join(words[:end])[:_SHOWN]), names, 3, _ALIKE)
            near = near or list(dict.fromkeys(kind for each in close for kind in names[each].kinds))
        advice = f"; try {', '.join(each.replace(' ', '-') for each in near)}" if near else ""
        reason = f"there is no constraint {' '.join(words)[:_SHOWN]!r}"
        refuse_token(
            self._text, tokens[0], reason + (advice or "; `pandoku constraints` lists them all")
        )


# -------------------------------------------------------------------- words


def _spellings(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the name in some tokens, and the name without a word such as "line" at its end."""
    yield _spelled(" ".join(each.text for each in tokens))
    if len(tokens) > 1 and _spelled(tokens[-1].text) in _CLASSES:
        yield _spelled(" ".join(each.text for each in tokens[:-1]))


def _tokens(text: str, at: Token) -> list[Token]:
    return [Token(word, at.column) for word in text.split()]


def _split(tokens: Sequence[Token], order: int) -> Iterator[Token]:
    """Yield tokens without colons at their ends. Split them at signs between cells."""
    for token in tokens:
        text, column = token
        if text[0] == '"':
            yield token
            continue
        parts = _SIGNS.split(text)
        if len(parts) > 1 and any(_cell_in(part, order) for part in parts[::2]):
            for part in parts:
                if part:
                    yield Token(part, column)
                column += len(part)
        elif text.rstrip(":"):
            yield Token(text.rstrip(":"), column)


def _joined(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield tokens, with "r1c1 to r1c4" as r1c1-r1c4."""
    found: list[Token] = []
    for token in tokens:
        is_end = len(found) > 1 and found[-1].text.lower() in ("to", "-") and found[-2].is_cells
        if is_end and token.is_cells:
            found[-2:] = [found[-2]._replace(text=f"{found[-2].text}-{token.text}")]
        else:
            found.append(token)
    yield from found


def _cell_in(text: str, order: int) -> str | None:
    """Return a cell such as A1, r11 or r1c1 as "r1c1", or None for any other word."""
    if NAMED_CELLS.fullmatch(text):
        return text
    if order <= _BARE_ORDER and (match := _BARE.fullmatch(text)):
        return f"r{match[1]}c{match[2]}"
    match = _LETTERED.fullmatch(text)
    row = ord(text[0].upper()) - ord("A") if match else order
    return f"r{row + 1}c{match[2]}" if match and row < order >= int(match[2]) else None
