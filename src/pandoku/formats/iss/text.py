"""Constraint strings of Interactive Sudoku Solver: links, clauses, relations and automata.

A string is a sequence of clauses `.Type~argument~R1C1~R1C2`. Spaces are ignored. A clause without a
type has given digits: `.~R1C1_5`. Rows and columns from 10 on are named by letters: RaCg. `.And`
and `.End` enclose a group of clauses. `.Replicate` and `.End` enclose a group that is copied to
other places.

A relation of two digits has one bit for each pair of digits. Each letter encodes six bits, the
lowest first. An automaton is a sequence of bits in base64, where each byte has its highest bit
first. The bits contain the packing, the sizes of the numbers, the start and accepting states, and
then the steps of each state. The start states have the lowest numbers. The accepting states follow,
and then all other states. A state may have several steps with the same digit.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple
from urllib.parse import quote, unquote

from pandoku.errors import PuzzleError
from pandoku.formats._links.addresses import BEFORE, without_closing
from pandoku.formats.json.values import BadValueError
from pandoku.model import MAX_STATES, Automaton, automaton_of
from pandoku.model.constraint import are_neighbors
from pandoku.words import visible

LETTERS = "123456789abcdefg"  # the names of rows and columns
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_CELL = re.compile(r"[Rr]([1-9a-g])[Cc]([1-9a-g])")
_MOST_CLAUSES = 100_000  # maximum number of clauses, because copies of copies grow fast
_DEEPEST = 20  # maximum depth of groups inside groups
# Types without arguments. Other types are recognized by the ~ after them.
_BARE = (
    "AntiConsecutive AntiKing AntiKnight AntiTaxicab ChaosConstruction DisjointSets "
    "DutchFlatmates GlobalEntropy GlobalMod NoBoxes RegionSameValues StrictKropki StrictXV Windoku"
)
_STRING = re.compile(
    rf"[.\s]*(?:\.\s*~\s*[Rr]|\.\s*(?:{'|'.join(_BARE.split())})\b|\.\s*[A-Z][A-Za-z]*\s*~|"
    r"\.\s*(?:And|Or)\s*\.)"
)
_QUERY = re.compile(r"[?&]q=((?:\.|%2E)[^\s&#]*)", re.IGNORECASE)
_PAGE = re.compile(r"sigh\.github\.io|/Interactive-Sudoku-Solver", re.IGNORECASE)
_WORDS = re.compile(BEFORE)


class Clause(NamedTuple):
    """A type and its arguments.

    Attributes:
        kind: The type, or "Given" for a clause without a type.
        args: The arguments, unchanged.
    """

    kind: str
    args: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The text of the clause in messages, which is shortened if it is long."""
        text = "~".join((self.kind, *self.args))
        return visible(text if len(text) <= 40 else text[:37] + "...")


def is_string(line: str) -> bool:
    """Return True if a line of text begins like a constraint string.

    >>> is_string(".~R1C1_5"), is_string("  .Cage~9~R1C1~R1C2"), is_string(".X.5.")
    (True, True, False)
    """
    return _STRING.match(line) is not None


def string_in(line: str) -> str | None:
    """Return the constraint string in a link, or None for other lines.

    A link to another site is accepted if its string begins like a constraint string.

    >>> string_in("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.%7ER1C1_5")
    '.~R1C1_5'
    """
    text = line.strip()
    found = _QUERY.search(text)
    if found is None:
        return None
    words, _, address = text[: found.start()].rpartition(" ")
    string = unquote(without_closing(found[1]))
    is_page = _PAGE.search(address) or ("://" in address and is_string(string))
    return string if is_page and _WORDS.fullmatch(words) else None


def iss_link(text: str) -> str:
    """Return the link that opens a constraint string.

    >>> iss_link(".~R1C1_5")
    'https://sigh.github.io/Interactive-Sudoku-Solver/?q=.~R1C1_5'
    """
    return f"https://sigh.github.io/Interactive-Sudoku-Solver/?q={quote(text, safe='')}"


def place_name(cell: int, order: int) -> str:
    """Return the name of a cell, such as R1C1.

    >>> place_name(9, 16)
    'R1Ca'
    """
    row, column = divmod(cell, order)
    return f"R{LETTERS[row]}C{LETTERS[column]}"


def place_in(name: str, order: int) -> int | None:
    """Return the number of the cell with this name, or None if the grid has no such cell."""
    match = _CELL.fullmatch(name)
    if match is None:
        return None
    row, column = (LETTERS.index(letter.lower()) for letter in match.groups())
    return row * order + column if max(row, column) < order else None


def clauses_of(text: str) -> tuple[list[Clause], int]:
    """Return the clauses of a string, in order, and the number of rows and columns of its grid.

    The clauses inside an `And` group are returned like other clauses. The clauses of `Replicate`
    groups are returned once for each place.

    Raises:
        BadValueError: The text is malformed, or pandoku does not support the grid.
    """
    first, *parts = re.sub(r"\s+", "", text).split(".")
    if first:
        raise BadValueError(f"expected a dot first, found {visible(first[:40])}")
    parsed = []
    for part in parts:
        kind, *args = part.split("~")
        parsed.append(Clause(kind or "Given", tuple(args)))
    order = _order(parsed)
    return list(_expanded(iter(parsed), order, 0)), order


def _order(clauses: Sequence[Clause]) -> int:
    """Return the order of the grid from the `Shape` clause, or 9 if there is no such clause."""
    shapes = list(dict.fromkeys(clause for clause in clauses if clause.kind == "Shape"))
    if not shapes:
        return 9
    if len(shapes) > 1:
        raise BadValueError(f"expected one Shape, found {len(shapes)} different ones")
    (shape,) = shapes
    size, values, kind = (*shape.args, "", "", "")[:3]
    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})", size)
    if match is None or len(shape.args) > 3:
        raise BadValueError(f'expected a shape such as 9x9, found "{shape.shown}"')
    rows, columns = map(int, match.groups())
    if rows != columns:
        raise BadValueError(f"expected a square grid, found {rows} rows and {columns} columns")
    if not 1 <= rows <= len(LETTERS):
        raise BadValueError(f"expected a grid of 1..{len(LETTERS)} rows, found {rows}")
    if values not in ("", str(rows), f"1-{rows}"):
        found = values.replace("-", "..") if "-" in values else f"1..{values}"
        raise BadValueError(f"expected the digits 1..{rows}, found {visible(found[:20])}")
    if kind not in ("", "Sudoku"):
        raise BadValueError(f"expected a grid with rows and columns, found {visible(kind[:20])}")
    return rows


def _expanded(clauses: Iterator[Clause], order: int, depth: int) -> Iterator[Clause]:
    """Yield the clauses up to the `End` of the current group, including those of inner groups."""
    n_clauses = 0
    for clause in clauses:
        if clause.kind == "End":
            if depth == 0:
                raise BadValueError("expected a group before .End, found none")
            return
        inner = iter([clause])
        if clause.kind in ("And", "Or", "Replicate"):
            if depth == _DEEPEST:
                raise BadValueError(f"expected at most {_DEEPEST} groups in each other, found more")
            held = [*_expanded(clauses, order, depth + 1)]
            if clause.kind == "And":
                inner = iter(held)
            elif clause.kind == "Replicate":
                inner = _copies(clause, held, order)
        for each in inner:
            n_clauses += 1
            if n_clauses > _MOST_CLAUSES:
                raise BadValueError(f"expected at most {_MOST_CLAUSES:,} constraints, found more")
            yield each
    if depth:
        raise BadValueError("expected .End after a group of constraints, found the end of the text")


def _copies(replicate: Clause, held: list[Clause], order: int) -> Iterator[Clause]:
    """Yield copies of clauses, moved from the first place to each target.

    The targets are a sequence of bits, six to a letter. The bits belong to successive cells,
    starting at the first place. A bit is 1 if its cell is a target.
    """
    letters = replicate.args[0] if replicate.args else ""
    first = replicate.args[1] if len(replicate.args) > 1 else "R1C1"
    origin = place_in(first, order)
    if origin is None or any(letter not in BASE64 for letter in letters):
        raise BadValueError(f"{replicate.shown}: expected targets in base64, and a first cell")
    for at, letter in enumerate(letters):
        for bit in range(6):
            if BASE64.index(letter) >> bit & 1:
                target = origin + 6 * at + bit
                down, right = target // order - origin // order, target % order - origin % order
                yield from (_moved(clause, down, right, order) for clause in held)


def _moved(clause: Clause, down: int, right: int, order: int) -> Clause:
    """Return a clause with its cells moved."""
    args = []
    for arg in clause.args:
        name, mark, digits = arg.partition("_")
        cell = place_in(name, order)
        if cell is None:
            args.append(arg)
            continue
        row, column = cell // order + down, cell % order + right
        if not (0 <= row < order and 0 <= column < order):
            raise BadValueError(f"{clause.shown}: expected copies in the grid, found one outside")
        args.append(place_name(row * order + column, order) + mark + digits)
    return Clause(clause.kind, tuple(args))


_PLAIN, _PACKED = 0, 1  # packings: (digit, state) pairs, or a mask of digits and their states
_URL = str.maketrans("+/", "-_")  # accept the usual and the URL-safe alphabet of base64
_MOST_LETTERS = 300_000  # longer than any automaton of MAX_STATES states
_MOST_WORK = 2_000_000  # maximum number of steps that are computed for one automaton


def masks_in(key: str, order: int) -> tuple[int, ...]:
    """Return a relation as a list of masks: for each first digit, the allowed second digits.

    >>> masks_in(masks_key((6, 4, 0), 3), 3)
    (6, 4, 0)
    """
    if any(letter not in BASE64 for letter in key):
        raise BadValueError(f"expected a relation in base64, found {key[:20]!r}")
    bits = 0
    for letter in reversed(key[: order * order]):
        bits = bits << 6 | BASE64.index(letter)
    if bits >> order**2 or key[order * order :].strip(BASE64[0]):
        raise BadValueError(f"expected a relation of the digits 1..{order}, found one of more")
    every = (1 << order) - 1
    return tuple(bits >> (order * at) & every for at in range(order))


def masks_key(masks: Sequence[int], order: int) -> str:
    """Return a relation as letters, without trailing letters that only encode zeros."""
    bits = sum(mask << (order * at) for at, mask in enumerate(masks))
    letters = []
    while bits:
        letters.append(BASE64[bits & 63])
        bits >>= 6
    return "".join(letters)


def unpacked_text(letters: str) -> str:
    """Decode base64 letters, and return the text.

    >>> unpacked_text("KDEyfDIuM3wzLi40fDQuLi41fDUuLi4uNikuKg")
    '(12|2.3|3..4|4...5|5....6).*'
    """
    return _bytes_in(letters).decode("latin-1")


def packed_text(text: str) -> str:
    """Return a text as base64 letters.

    >>> packed_text("1.*")
    'MS4q'
    """
    return base64.urlsafe_b64encode(text.encode("latin-1", "replace")).decode().rstrip("=")


def _bytes_in(letters: str) -> bytes:
    letters = letters.rstrip("=").translate(_URL)
    if not all(letter in BASE64 for letter in letters):
        raise BadValueError(f"expected letters of base64, found {letters[:20]!r}")
    try:
        return base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except binascii.Error:
        raise BadValueError("expected letters of base64, found that they are cut off") from None


class _Bits:
    """A reader of bits. The highest bit of each byte comes first."""

    def __init__(self, raw: bytes) -> None:
        self._bits = int.from_bytes(raw, "big")
        self.left = 8 * len(raw)

    def take(self, n: int) -> int:
        """Return the next *n* bits as a number."""
        if n > self.left:
            raise BadValueError("expected an automaton in base64, found that it is cut off")
        self.left -= n
        return self._bits >> self.left & ((1 << n) - 1)


@dataclass(frozen=True, slots=True)
class Code:
    """An automaton where a state may have several steps with the same digit.

    Attributes:
        starts: The possible start states, as a mask.
        accepting: The possible end states, as a mask.
        steps: For each state, a list with a mask of the next states for each symbol from 0.
    """

    starts: int
    accepting: int
    steps: tuple[tuple[int, ...], ...]


def code_in(letters: str) -> Code:
    """Return the automaton that base64 letters encode."""
    if len(letters) > _MOST_LETTERS:
        raise BadValueError(f"expected at most {_MOST_LETTERS:,} letters, found {len(letters):,}")
    bits = _Bits(_bytes_in(letters))
    packing, state_bits, n_symbols = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    if packing not in (_PLAIN, _PACKED):
        raise BadValueError(f"expected an automaton of packing 0 or 1, found {packing}")
    n_starts, n_accepting = bits.take(state_bits), bits.take(state_bits)
    if max(n_starts, n_accepting) > MAX_STATES:
        raise BadValueError(f"expected an automaton of at most {MAX_STATES:,} states, found more")
    accepts = bits.take(n_starts)
    accepting = sum(1 << at for at in range(n_starts) if accepts >> at & 1)
    accepting |= ((1 << n_accepting) - 1) << n_starts
    if packing == _PACKED:
        rows = _packed_rows(bits, state_bits, n_symbols)
    else:
        rows = _plain_rows(bits, state_bits, n_symbols)
    return Code((1 << n_starts) - 1, accepting, tuple(map(tuple, rows)))


def _packed_rows(bits: _Bits, state_bits: int, n_symbols: int) -> list[list[int]]:
    rows: list[list[int]] = []
    while bits.left >= n_symbols:
        symbols = bits.take(n_symbols)
        rows.append(
            [1 << bits.take(state_bits) if symbols >> at & 1 else 0 for at in range(n_symbols)]
        )
        _check_size(rows)
    return rows


def _plain_rows(bits: _Bits, state_bits: int, n_symbols: int) -> list[list[int]]:
    count_bits = bits.take(4)
    symbol_bits = (n_symbols - 1).bit_length()
    rows: list[list[int]] = []
    while count_bits and bits.left >= count_bits:
        row = [0] * n_symbols
        for _ in range(bits.take(count_bits)):
            symbol, state = bits.take(symbol_bits), bits.take(state_bits)
            if symbol >= n_symbols:
                raise BadValueError(f"expected symbols below {n_symbols}, found {symbol}")
            row[symbol] |= 1 << state
        rows.append(row)
        _check_size(rows)
    return rows


def _check_size(rows: list[list[int]]) -> None:
    # Allow 8 more states, because the unused bits of the last byte may look like states without
    # steps.
    if len(rows) > MAX_STATES + 8:
        raise BadValueError(f"expected an automaton of at most {MAX_STATES:,} states, found more")


@lru_cache(maxsize=64)  # puzzles often have several lines with the same rule and length
def automaton_in(code: Code, order: int, lengths: tuple[int, ...]) -> Automaton:
    """Return the minimal automaton that reads consecutive segments of the given lengths.

    Between two segments, the automaton reads a separator, which is the symbol after the greatest
    digit.

    Raises:
        BadValueError: The automaton would have too many states.
    """
    n_steps, work = len(code.steps), 0

    def after(states: int, symbol: int) -> int:
        nonlocal work
        found = 0
        while states:
            lowest = states & -states
            states ^= lowest
            at = lowest.bit_length() - 1
            work += 1
            if at < n_steps and symbol < len(code.steps[at]):
                found |= code.steps[at][symbol]
        if work > _MOST_WORK:
            raise BadValueError("expected a smaller automaton, found one of too many steps")
        return found

    # For each segment except the last, the number of digits read when the segment ends.
    ends = [sum(lengths[:at]) for at in range(1, len(lengths))]

    def between(states: int, n_read: int) -> int:
        for _ in range(ends.count(n_read)):
            states = after(states, order)
        return states

    def step(state: Hashable, digit: int) -> Hashable | None:
        assert isinstance(state, tuple)
        n_read, states = state
        states = after(states, digit - 1)
        if ends:
            n_read += 1
            states = between(states, n_read)
        return (n_read, states) if states else None

    try:
        return automaton_of(
            order,
            sum(lengths),
            (0, between(code.starts, 0)),
            step,
            lambda state: bool(state[1] & code.accepting),  # type: ignore[index]
        )
    except PuzzleError as error:
        raise BadValueError(error.reason) from None


@lru_cache(maxsize=16)
def loop_automaton(order: int, length: int, total: int) -> Automaton:
    """Return an automaton that accepts a loop if it can be divided into runs with the same total.

    A run may cross the start of the loop. The part of this run at the end of the loop is read last,
    so its sum is unknown at the start. The state therefore stores the sum of the current run for
    each possible sum of that part. A loop is accepted if, for one of these sums, the last run ends
    with the same sum.

    Raises:
        BadValueError: The automaton would have too many states.
    """

    def step(state: Hashable, digit: int) -> Hashable | None:
        assert isinstance(state, tuple)
        sums = (None if own is None or own + digit > total else own + digit for own in state)
        after = tuple(0 if own == total else own for own in sums)
        return None if all(own is None for own in after) else after

    def accepts(state: Hashable) -> bool:
        assert isinstance(state, tuple)
        return any(at == own for at, own in enumerate(state))

    try:
        return automaton_of(order, length, tuple(range(total)), step, accepts)
    except PuzzleError as error:
        raise BadValueError(error.reason) from None


def code_of(automaton: Automaton) -> str:
    """Return an automaton as base64 letters."""
    n_states, n_symbols = len(automaton.steps), len(automaton.steps[0])
    others = [state for state in range(1, n_states) if state not in automaton.accepting]
    accepting = [state for state in automaton.accepting if state]
    ordered = [0, *accepting, *others]
    number = {state: at for at, state in enumerate(ordered)}
    state_bits = max(1, (n_states - 1).bit_length())
    parts = [
        (_PACKED, 2),
        (state_bits - 1, 4),
        (n_symbols - 1, 4),
        (1, state_bits),
        (len(accepting), state_bits),
        (int(0 in automaton.accepting), 1),
    ]
    for state in ordered:
        targets = [(at, to) for at, to in enumerate(automaton.steps[state]) if to >= 0]
        parts.append((sum(1 << at for at, _ in targets), n_symbols))
        parts += [(number[to], state_bits) for _, to in targets]
    bits = "".join(f"{value:0{width}b}" for value, width in parts)
    bits += "0" * (-len(bits) % 8)
    raw = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class ClauseReader:
    """A reader of the arguments of clauses.

    Attributes:
        order: The order of the grid.
        clauses: All clauses of the puzzle, because the meaning of a clause may depend on other
            clauses.
    """

    def __init__(self, order: int, clauses: Sequence[Clause]) -> None:
        self.order = order
        self.clauses = clauses

    def cell(self, name: str, clause: Clause) -> int:
        """Return the number of a cell."""
        if (cell := place_in(name, self.order)) is None:
            last = LETTERS[self.order - 1]
            raise BadValueError(
                f"{clause.shown}: expected a cell R1C1..R{last}C{last}, found {visible(name[:20])}"
            )
        return cell

    def cells(self, clause: Clause, after: int = 0) -> tuple[int, ...]:
        """Return the cells that the arguments name. The first *after* arguments are skipped."""
        if len(clause.args) <= after:
            raise BadValueError(f"{clause.shown}: expected cells, found none")
        return tuple(self.cell(name, clause) for name in clause.args[after:])

    def number(self, clause: Clause, at: int = 0) -> int:
        """Return an argument as a whole number."""
        text = clause.args[at] if at < len(clause.args) else ""
        if not re.fullmatch(r"-?\d{1,9}", text):
            raise BadValueError(f"{clause.shown}: expected a whole number, found {text[:20]!r}")
        return int(text)

    def digit(self, text: str, clause: Clause) -> int:
        """Return a digit of the grid."""
        if not re.fullmatch(r"\d{1,2}", text) or not 1 <= int(text) <= self.order:
            raise BadValueError(
                f"{clause.shown}: expected digits 1..{self.order}, found {text[:20]!r}"
            )
        return int(text)

    def no_more(self, clause: Clause, most: int = 0) -> None:
        """Raise BadValueError if a clause has more than *most* arguments."""
        if len(clause.args) > most:
            raise BadValueError(f"{clause.shown}: expected {most or 'no'} arguments, found more")

    def groups(self, clause: Clause, after: int = 0) -> list[list[tuple[int, ...]]]:
        """Return the groups of cells in a clause, each as a list of segments.

        An empty argument or a name begins a new group, and the argument "-" begins a new segment.
        Groups without cells are omitted.
        """
        found: list[list[list[int]]] = [[[]]]
        for arg in clause.args[after:]:
            if not arg or arg.startswith("_"):
                found.append([[]])
            elif arg == "-":
                found[-1].append([])
            else:
                found[-1][-1].append(self.cell(arg, clause))
        groups = [[tuple(part) for part in group] for group in found if any(group)]
        if not groups:
            raise BadValueError(f"{clause.shown}: expected cells, found none")
        return groups

    def lines(self, clause: Clause, after: int = 0) -> list[tuple[int, ...]]:
        """Return groups of cells, and raise BadValueError if a group has several segments."""
        groups = self.groups(clause, after)
        if any(len(group) > 1 for group in groups):
            raise BadValueError(f"{clause.shown}: expected cells, found '-'")
        return [line for (line,) in groups]

    def neighbors(self, clause: Clause) -> list[tuple[int, int]]:
        """Return all pairs of cells that share a side, in the order of the cells in the clause."""
        cells = dict.fromkeys(self.cells(clause))
        pairs = [pair for pair in combinations(cells, 2) if are_neighbors(*pair, self.order)]
        if not pairs:
            raise BadValueError(f"{clause.shown}: expected cells that share a side, found none")
        return pairs
