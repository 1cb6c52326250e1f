"""Read and write constraints as text, one on each line: "thermometer r1c1 r2c2 r3c3".

The fields of a kind determine the words of its lines, so a new kind needs no change in this file.
"""

from __future__ import annotations

import json
import re
from dataclasses import MISSING, fields
from typing import Any, NamedTuple, NoReturn, cast

from pandoku.errors import FormatError, PuzzleError
from pandoku.model import MAX_NUMBER, Cage, Constraint, cell_name, cells_of
from pandoku.model.constraint import (
    flags_of,
    is_named,
    takes_many,
    takes_numbers,
    value_fields,
)
from pandoku.model.grids import NAMED_CELLS
from pandoku.registry import Registry, nearest, plain_name

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,;]+')
_NUMBER = re.compile(r"-?[0-9]+")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
# A line whose end lacks its row or column: r1c1-4, r1c1-c4 or r1c1-r4.
_SHORT_LINE = re.compile(r"[rR]([0-9]+)[cC]([0-9]+)-(?:[cC]?([0-9]+)|[rR]([0-9]+))")
_CAGE_CLUE = re.compile(r"(-?[0-9]+)?([-+*/=?]?)")
ROWS, COLUMNS = ("row", "rows"), ("column", "columns", "col")  # words before the number of a line
_MOST_WORDS = 6  # maximum number of words in the name of a kind
_SHOWN = 40  # maximum number of characters of a bad word in a message


class Additions(NamedTuple):
    """The parts that a line adds to a puzzle.

    Attributes:
        constraints: Constraints, whose cells are numbers.
        has_diagonals: Whether both diagonals become houses.
        houses: Extra houses, in a form that `Geometry` accepts.
        givens: Pairs (cell, digit).
        note: A remark on how the line was read, or "".
    """

    constraints: tuple[Constraint, ...] = ()
    has_diagonals: bool = False
    houses: tuple[Any, ...] = ()
    givens: tuple[tuple[int, int], ...] = ()
    note: str = ""


class Token(NamedTuple):
    """A word of a line.

    Attributes:
        text: The word.
        column: Column of its first character, counted from 1.
    """

    text: str
    column: int

    @property
    def is_cells(self) -> bool:
        """True if the word names a cell, or a straight line of cells."""
        return NAMED_CELLS.fullmatch(self.text) is not None

    @property
    def is_number(self) -> bool:
        """True if the word is a whole number."""
        return _NUMBER.fullmatch(self.text) is not None

    @property
    def is_word(self) -> bool:
        """True if the word is not a cell, a number, or a text in quotation marks."""
        return _PLAIN.fullmatch(self.text) is not None and not self.is_cells


def tokens_of(text: str) -> list[Token]:
    """Split a line into words, which are separated by blanks, commas or semicolons."""
    return [Token(match.group(), match.start() + 1) for match in _TOKEN.finditer(text)]


def leading_kind(
    tokens: list[Token], rules: Registry[Any]
) -> tuple[type[Constraint], list[Token], list[Token]] | None:
    """Return the kind at the beginning of a line, and the words before and after its name.

    A word before the name must be the name of a field that is True or False: "slow thermometer".
    """
    words = []
    for token in tokens[: _MOST_WORDS + 1]:
        if not token.is_word:
            break
        words.append(token.text)
    for start in (0, 1):
        for end in range(len(words), start, -1):
            kind = _kind_of(plain_name(" ".join(words[start:end])), rules)
            if kind and all(each.text.lower() in flags_of(kind) for each in tokens[:start]):
                return kind, tokens[:start], tokens[end:]
    return None


def constraint_of_tokens(
    text: str, tokens: list[Token], order: int, rules: Registry[Any]
) -> Constraint:
    """Read the constraint on a line.

    Raises:
        FormatError: A word is unexpected or missing.
        PuzzleError: The kind refuses a value.
    """
    found = leading_kind(tokens, rules)
    if found is None:
        refuse_token(text, tokens[0], f"there is no constraint {tokens[0].text[:_SHOWN]!r}")
    kind, before, after = found
    reader = (_CageReader if kind is Cage else _Reader)(text, kind, order)
    for token in (*before, *after):
        reader.take(token)
    return reader.made()


def text_of_constraint(constraint: Constraint, order: int) -> str:
    """Return a constraint as a line that `constraint_of_tokens` reads back."""
    placed = constraint.placed(order)
    kind = type(placed)
    if isinstance(placed, Cage):
        before, values, after = [Cage.NAME], _cage_words(placed), list[str]()
    else:
        before, values, after = [kind.NAME], list[str](), list[str]()
    for field in () if kind is Cage else value_fields(kind):
        value = getattr(placed, field.name)
        if isinstance(value, bool):
            if value and not field.default:
                before.insert(0, field.name)
            elif not value and field.default:
                values += ["no", field.name]
        elif value is None or value == field.default == ():
            continue
        elif isinstance(value, str):
            after += [field.name] * is_named(kind, field.name) + [_quoted(value, kind)]
        else:
            numbers = value if isinstance(value, tuple) else (value,)
            values += [field.name] * is_named(kind, field.name)
            values += list(map(str, numbers)) or ["none"]
    return " ".join((*before, *values, *_cell_words(placed, order), *after))


# -------------------------------------------------------------------- reading


class _Reader:
    """A reader of one line, which assigns its words to the fields of a kind."""

    def __init__(self, text: str, kind: type[Constraint], order: int) -> None:
        self._text, self._kind, self._order = text, kind, order
        self._fields = {field.name: field for field in value_fields(kind)}
        self._values: dict[str, Any] = {}
        self._cells: dict[str, list[int]] = {}
        self._cell_field = kind.CELL_FIELDS[0] if kind.CELL_FIELDS else None
        self._named: str | None = None  # a field whose name was read, but not its value
        self._open: str | None = None  # a field whose list of numbers may continue
        self._denied: Token | None = None  # a "no" before a field's name

    def take(self, token: Token) -> None:
        """Process the next word."""
        if self._denied is not None:
            self._deny(token)
        elif self._named is not None and self._is_text(self._named):
            self._put_text(token, self._named)
        elif token.is_cells:
            self._put_cells(token)
        elif token.is_number:
            self._put_number(token)
        elif token.is_word and self._take_name(token):
            return
        elif line := _SHORT_LINE.fullmatch(token.text):
            row, column, end_column, end_row = line.groups()
            end = f"r{end_row or row}c{end_column or column}"
            self._expect(f"a straight line such as r{row}c{column}-{end}", token)
        else:
            self._put_text(token, next(filter(self._is_free_text, self._fields), None))

    def made(self) -> Constraint:
        """Return the constraint that the words so far describe."""
        if self._denied is not None:
            self._deny(None)
        if self._named is not None:
            self._expect(f"a value after {self._named}", None)
        defaults = {field.name: field.default for field in fields(cast(Any, self._kind))}
        for name in self._kind.CELL_FIELDS:
            if not self._cells.get(name) and defaults[name] is MISSING:
                part = "cells such as r1c1" if name == "cells" else f"{name} and its cells"
                self._expect(part, None)
        for name, field in self._fields.items():
            if name not in self._values and field.default is MISSING:
                self._expect(f"{name.replace('_', ' ')}, {self._what(name)}", None)
        cells = {name: tuple(found) for name, found in self._cells.items() if found}
        return cast(Any, self._kind)(**cells, **self._values)  # type: ignore[no-any-return]

    def _take_name(self, token: Token) -> bool:
        """Process the name of a field, "no" or "none". Return False for any other word."""
        word = token.text.lower().replace("-", "_")
        if word == "none" and self._named is not None and takes_many(self._kind, self._named):
            self._values[self._named], self._named = (), None
        elif word == "no" and flags_of(self._kind):
            self._denied = token
        elif word in self._kind.CELL_FIELDS:
            self._require_no_name(token)
            self._cell_field = word
        elif word in flags_of(self._kind):
            self._put(token, word, True)
        elif word in self._fields:
            self._require_no_name(token)
            self._named = word
        else:
            return False
        self._open = None
        return True

    def _deny(self, token: Token | None) -> None:
        word = token.text.lower() if token else ""
        if token is None or word not in flags_of(self._kind):
            self._expect(f"{' or '.join(flags_of(self._kind))} after 'no'", token)
        self._denied = None
        self._put(token, word, False)

    def _put_cells(self, token: Token) -> None:
        self._require_no_name(token)
        self._open = None
        if self._cell_field is None:
            self._expect(f"no cells, because {self._kind.NAME} is about all cells", token)
        try:
            cells = cells_of(self._order, token.text.lower())
        except PuzzleError:
            n = self._order
            self._expect(f"cells r1c1..r{n}c{n}, or a straight line such as r1c1-r1c{n}", token)
        self._cells.setdefault(self._cell_field, []).extend(cells)

    def _put_number(self, token: Token) -> None:
        name = self._named or self._open
        if name is None:
            free = (each for each in self._fields if each not in self._values)
            name = next((each for each in free if takes_numbers(self._kind, each)), None)
        if name is None:
            self._expect(self._what_else(), token)
        digits = token.text.removeprefix("-")
        if len(digits) > MAX_NUMBER:
            self._expect(f"a number of at most {MAX_NUMBER} digits", token)
        number = int(token.text)
        if takes_many(self._kind, name):
            if name != self._open and name in self._values:
                self._expect(f"{name} once", token)
            self._values[name] = (*self._values.get(name, ()), number)
            self._open = name
        else:
            self._put(token, name, number)
        self._named = None

    def _put_text(self, token: Token, name: str | None) -> None:
        if name is None or (self._named is not None and not self._is_text(self._named)):
            self._expect(self._what_else(), token)
        self._named = None
        self._open = None
        if token.text[:1] != '"':
            self._put(token, name, token.text)
            return
        try:
            self._put(token, name, json.loads(token.text, strict=False))
        except ValueError:
            self._expect('a text in quotation marks, with \\" and \\\\ inside', token)

    def _put(self, token: Token, name: str, value: object) -> None:
        if name in self._values:
            self._expect(f"{name} once", token)
        self._values[name] = value

    def _require_no_name(self, token: Token) -> None:
        if self._named is not None:
            self._expect(f"a value after {self._named}", token)

    def _is_text(self, name: str) -> bool:
        return not takes_numbers(self._kind, name)

    def _is_free_text(self, name: str) -> bool:
        is_flag = name in flags_of(self._kind)
        return name not in self._values and self._is_text(name) and not is_flag

    def _what(self, name: str) -> str:
        """Return a description of the values that a field accepts, for a message."""
        if takes_many(self._kind, name):
            return "numbers"
        return "a number" if takes_numbers(self._kind, name) else "a word"

    def _what_else(self) -> str:
        """Return a description of the possible next words, for a message."""
        if self._named is not None:
            return f"{self._what(self._named)} after {self._named}"
        parts = ["cells such as r1c1"] if self._cell_field else []
        parts += [
            f"{name.replace('_', ' ')}, {self._what(name)}"
            for name, field in self._fields.items()
            if name not in self._values and name not in flags_of(self._kind)
        ]
        parts += [f"the word {name!r}" for name in flags_of(self._kind) if name not in self._values]
        return "; or ".join(parts) or "nothing more"

    def _expect(self, what: str, token: Token | None) -> NoReturn:
        found = f"{token.text[:_SHOWN]!r}" if token else "the end of the line"
        near = nearest(token.text, self._words()) if token and token.is_word else []
        advice = f"; try {', '.join(near)}" if near else ""
        reason = f"{self._kind.NAME}: expected {what}, found {found}{advice}"
        refuse_token(self._text, token, reason)

    def _words(self) -> list[str]:
        many = self._kind.CELL_FIELDS if len(self._kind.CELL_FIELDS) > 1 else ()
        return [*many, *self._fields]


class _CageReader(_Reader):
    """A reader of cages. The clue "10" means a killer cage. In "12+" cages, digits may repeat."""

    def __init__(self, text: str, kind: type[Constraint], order: int) -> None:
        super().__init__(text, kind, order)
        self._clue: Token | None = None

    def take(self, token: Token) -> None:
        """Process the next word. The first word that looks like a clue is the clue."""
        match = _CAGE_CLUE.fullmatch(token.text)
        if self._denied is None and match and self._clue is None:
            self._clue = token
            target, operation = match.groups()
            if len(target or "") > MAX_NUMBER:
                self._expect(f"a number of at most {MAX_NUMBER} digits", token)
            self._values["operation"] = operation or "+"
            self._values["target"] = int(target) if target else None
        else:
            super().take(token)

    def made(self) -> Constraint:
        """Return the cage that the words so far describe."""
        self._values.setdefault("operation", "+")
        self._values.setdefault("target", None)
        if self._clue and self._clue.text[-1].isdigit():
            self._values.setdefault("repeats", False)
        return super().made()

    def _what_else(self) -> str:
        return "cells such as r1c1" if self._clue else "a clue such as 10 or 12*; or cells"


def refuse_token(text: str, token: Token | None, reason: str) -> NoReturn:
    """Raise the error for a token of a line, or for the end of the line."""
    column = token.column if token else len(text.rstrip()) + 1
    raise FormatError(reason, column=column, text=text)


# -------------------------------------------------------------------- kinds and their fields


def _kind_of(name: str, rules: Registry[Any]) -> type[Constraint] | None:
    if name in (Cage.NAME, "killer-cage"):
        return Cage
    rule = rules.entries.get(name) or rules.by_every_name.get(name)
    return rule.make if rule else None


# -------------------------------------------------------------------- writing


def _quoted(value: str, kind: type[Constraint]) -> str:
    """Return a text as one word, in quotation marks if it could be misread."""
    token = Token(value, 1)
    known = {*kind.CELL_FIELDS, *(field.name for field in value_fields(kind)), "no", "none"}
    if token.is_word and value.lower().replace("-", "_") not in known:
        return value
    return json.dumps(value, ensure_ascii=False)


def _cage_words(cage: Cage) -> list[str]:
    if cage.target is None:
        return [] if cage.operation == "+" else [cage.operation]
    if cage.operation == "+" and not cage.repeats:
        return [str(cage.target)]
    clue = f"{cage.target}{cage.operation}"
    return [clue] if cage.repeats else [clue, "no", "repeats"]


def _cell_words(constraint: Constraint, order: int) -> list[str]:
    """Return the names of the cells. If there are several fields, begin each with its name."""
    words = []
    for name in constraint.CELL_FIELDS:
        cells = getattr(constraint, name)
        if len(constraint.CELL_FIELDS) > 1 and cells:
            words.append(name)
        words += [cell_name(order, cell) for cell in cells]
    return words
