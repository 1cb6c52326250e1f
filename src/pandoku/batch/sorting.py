"""Rows of a table as puzzles, grouped by geometry, and the errors of bad rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pandoku.batch.columns import (
    DIGIT_CHARACTERS,
    as_one_array,
    character_ranges,
    digit_rows,
    order_of_length,
)
from pandoku.batch.rules import puzzle_of_rules
from pandoku.errors import PandokuError
from pandoku.model import Batch, Geometry, Puzzle, find_errors, reason_of

__all__ = ["Group", "Sorted", "clashes", "defect_of", "sorted_out"]

_USUAL = 81  # number of cells that error messages expect if no row has a valid length
_BLOCK = 8192  # number of rows that are checked at once: their masks fit into the CPU cache


class Group(NamedTuple):
    """Good rows of one geometry.

    Either all puzzles of a group have cages, or no puzzle has cages. The same is true for other
    constraints and for limited candidates.

    Attributes:
        at: Positions of the rows in the table, int64, ascending.
        batch: The puzzles of these rows.
    """

    at: NDArray[np.int64]
    batch: Batch


@dataclass(frozen=True, slots=True)
class Sorted:
    """The rows of a table as puzzles.

    Attributes:
        n: Number of rows.
        groups: The good rows in groups. The groups are sorted by the position of their first row.
        errors: Error messages of the bad rows, by position in the table.
    """

    n: int
    groups: tuple[Group, ...]
    errors: dict[int, str]


def sorted_out(table: pa.Table, *, checks_givens: bool = True) -> Sorted:
    """Return the rows of a table as puzzles, in groups of one geometry.

    Args:
        table: A table with a column `puzzle`, and optionally `rules` and `error`. A row that
            already has a value in `error` is bad.
        checks_givens: Whether a row is bad if its puzzle has equal givens in a house. Rows with
            constraints or limited candidates are always checked. A caller that passes False can
            later call `clashes` for some of the other rows, such as the rows without a solution.

    Raises:
        KeyError: There is no column `puzzle`.
        TypeError: The column does not contain texts.
    """
    n = table.num_rows
    texts = as_one_array(table.column("puzzle"))
    errors: dict[int, str] = {}
    if "error" in table.column_names and table["error"].null_count < n:
        known = enumerate(table["error"].to_pylist())
        errors = {at: text for at, text in known if text is not None}
    open_ = np.ones(n, bool)
    open_[list(errors)] = False
    is_plain = open_.copy()
    if "rules" in table.column_names:
        rules = as_one_array(table.column("rules"))
        is_plain &= np.asarray(rules.is_null())
        caged = np.flatnonzero(open_ & ~is_plain)
    else:
        rules, caged = None, np.empty(0, np.int64)
    groups = list(_plain_groups(texts, is_plain, errors))
    if rules is not None and len(caged):
        groups += _ruled_groups(texts, rules, caged, errors)
    if checks_givens:
        groups = [_without_clashes(group, errors) for group in groups]
    groups = sorted((group for group in groups if len(group.at)), key=lambda group: group.at[0])
    return Sorted(n, tuple(groups), dict(sorted(errors.items())))


def _plain_groups(
    texts: pa.StringArray, which: NDArray[np.bool_], errors: dict[int, str]
) -> Iterable[Group]:
    """Yield the rows that are Sudokus with the usual boxes, in one group per order."""
    if not which.any():
        return
    lengths = np.asarray(pc.fill_null(pc.binary_length(texts), -1))
    present, counts = np.unique(lengths[which], return_counts=True)
    known = {length: order_of_length(length) for length in present.tolist()}
    orders = [
        (n, length)
        for length, n in zip(present.tolist(), counts.tolist(), strict=True)
        if known[length]
    ]
    usual = max(orders)[1] if orders else _USUAL
    for length in present.tolist():
        at = np.flatnonzero(which & (lengths == length))
        if (order := known[length]) is None:
            odd = zip(at.tolist(), texts.take(pa.array(at)).to_pylist(), strict=True)
            errors |= {place: _wrong_length(text, usual) for place, text in odd}
        else:
            yield _group(Geometry.sudoku(order), at, texts, errors)


def _wrong_length(text: str | None, expected: int) -> str:
    if text is None:
        return "null"
    # The length was checked in bytes. A text can have too many bytes although its number of
    # characters is correct. In this case, the error is the character that takes several bytes, not
    # the length.
    if not text.isascii() and (order := order_of_length(len(text))):
        return _wrong_character(text, order)
    return f"length: expected {expected}, found {len(text)}"


def _group(
    geometry: Geometry, at: NDArray[np.int64], texts: pa.StringArray, errors: dict[int, str]
) -> Group:
    """Return the good rows among the positions *at*, and record the errors of the bad rows.

    All texts at these positions have the length of the geometry.
    """
    rows, bad = digit_rows(
        texts if len(at) == len(texts) else texts.take(pa.array(at)), geometry.order
    )
    for place in at[bad].tolist():
        errors[place] = _wrong_character(texts[place].as_py(), geometry.order)
    good = ~bad if bad.any() else slice(None)
    return Group(at[good], Batch(geometry, np.ascontiguousarray(rows[good])))


def _wrong_character(text: str, order: int) -> str:
    known = set(".0" + DIGIT_CHARACTERS[:order])
    found = next((place for place, char in enumerate(text) if char not in known), -1)
    if found < 0:
        return "blanks: expected either . or 0, found both: is 0 a digit?"
    return f"character: expected {character_ranges(order)}, found {text[found]!r} at {found}"


def _ruled_groups(
    texts: pa.StringArray, rules: pa.StringArray, at: NDArray[np.int64], errors: dict[int, str]
) -> list[Group]:
    """Return the good rows with rules, in groups.

    Rows are in the same group if they have the same geometry and agree in whether they have cages,
    other constraints and limited candidates.
    """
    alike: dict[tuple[Geometry, bool, bool, bool], tuple[list[int], list[Puzzle]]] = {}
    for place in at.tolist():
        text = texts[place].as_py()
        try:
            frame = _frame(rules[place].as_py())
        except PandokuError as error:
            errors[place] = f"rules: {reason_of(error).removeprefix('rules: ')}"
            continue
        if text is None:
            errors[place] = "null"
            continue
        n_cells = frame.geometry.n_cells
        if len(text) != n_cells:
            errors[place] = f"length: expected {n_cells}, found {len(text)}"
            continue
        key = (
            frame.geometry,
            bool(frame.cages),
            bool(frame.further),
            frame.candidates is not None,
        )
        places, puzzles = alike.setdefault(key, ([], []))
        places.append(place)
        puzzles.append(frame)
    return [_ruled_group(key[0], *alike[key], texts, errors) for key in alike]


def _ruled_group(
    geometry: Geometry,
    places: list[int],
    frames: list[Puzzle],
    texts: pa.StringArray,
    errors: dict[int, str],
) -> Group:
    at = np.array(places, np.int64)
    plain = _group(geometry, at, texts, errors)
    if not frames[0].constraints and frames[0].candidates is None:
        return plain
    frame_of = dict(zip(places, frames, strict=True))
    puzzles, good = [], []
    for place, puzzle in zip(plain.at.tolist(), plain.batch, strict=True):
        whole = frame_of[place].replace(givens=puzzle.givens)
        if defect := defect_of(whole):
            errors[place] = defect
            continue
        puzzles.append(whole)
        good.append(place)
    batch = Batch.of(puzzles) if puzzles else Batch(geometry, np.empty(0, np.uint8))
    return Group(np.array(good, np.int64), batch)


def defect_of(puzzle: Puzzle) -> str | None:
    """Return the first defect of a puzzle as text for the column `error`, or None."""
    if (first := _first_problem(puzzle)) is None:
        return None
    is_about_rules = _first_problem(puzzle.replace(givens=())) is not None
    return f"{'rules' if is_about_rules else 'givens'}: {first}"


def _first_problem(puzzle: Puzzle) -> str | None:
    return next((each.message for each in find_errors(puzzle)), None)


@lru_cache(maxsize=4096)
def _frame(rules: str) -> Puzzle:
    """Return the puzzle that *rules*, a value of the column `rules`, describes. It has no givens.

    The cache helps because many rows have equal rules.
    """
    return puzzle_of_rules(rules)


def _without_clashes(group: Group, errors: dict[int, str]) -> Group:
    if group.batch.has_constraints or group.batch.has_masks or not len(group.at):
        return group
    bad = clashes(group.batch)
    if not bad:
        return group
    errors |= {int(group.at[place]): text for place, text in bad.items()}
    good = np.ones(len(group.at), bool)
    good[list(bad)] = False
    rows = np.frombuffer(group.batch.rows, np.uint8).reshape(len(group.at), -1)
    return Group(group.at[good], Batch(group.batch.geometry, rows[good]))


def clashes(batch: Batch, which: NDArray[np.bool_] | None = None) -> dict[int, str]:
    """Return an error message for each puzzle with equal givens in a house, by position.

    Args:
        batch: Puzzles without limited candidates.
        which: bool (n,): True for puzzles to check. None means that all puzzles are checked.
    """
    places = np.arange(len(batch)) if which is None else np.flatnonzero(which)
    if not len(places):
        return {}
    order, houses = batch.geometry.order, [house.cells for house in batch.geometry.houses]
    data_type = np.uint16 if order <= 16 else np.uint64
    bits = np.array([0, *(1 << digit for digit in range(order))], data_type)
    rows = np.frombuffer(batch.rows, np.uint8).reshape(len(batch), -1)
    bad = np.zeros(len(places), bool)
    for start in range(0, len(places), _BLOCK):
        block = slice(start, start + _BLOCK)
        bad[block] = _has_clash(bits[np.ascontiguousarray(rows[places[block]].T)], houses)
    return {
        place: f"givens: {next(each.message for each in batch[place].problems())}"
        for place in places[bad].tolist()
    }


def _has_clash(by_cell: NDArray[Any], houses: Sequence[Sequence[int]]) -> NDArray[np.bool_]:
    """Return a mask of the puzzles that have a digit twice in a house.

    *by_cell* has a row per cell and a column per puzzle. Each digit is a bit.
    """
    twice = np.zeros_like(by_cell[0])
    for first, *others in houses:
        seen = by_cell[first].copy()
        for cell in others:
            twice |= seen & by_cell[cell]
            seen |= by_cell[cell]
    has_clash: NDArray[np.bool_] = twice != 0
    return has_clash
