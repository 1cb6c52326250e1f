"""The columns of the tables, in order, with their types, meanings and units.

The documentation and the cards of data sets are generated from this list. New columns may be added,
but existing ones never change their names or meanings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import pyarrow as pa

from pandoku.errors import BatchError

__all__ = [
    "COLUMNS",
    "SCHEMA_VERSION",
    "STEPS",
    "Column",
    "column",
    "fields_of",
    "fits",
    "fitted",
    "scale_columns",
    "table_order",
    "table_schema",
]

SCHEMA_VERSION = 1

_CHANGES = pa.list_(pa.struct([("cell", pa.int16()), ("digit", pa.int8())]))
_TECHNIQUES = pa.list_(pa.struct([("technique", pa.string()), ("count", pa.int16())]))


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        name: Name of the column.
        type: Arrow type of the column.
        meaning: Meaning of the values with unit and range, as a phrase without a period.
        by: Verbs that write the column, or "all".
        is_text: Whether the column has texts that differ in every row. The column is then written
            without a dictionary and statistics.
    """

    name: str
    type: pa.DataType
    meaning: str
    by: tuple[str, ...] = ("all",)
    is_text: bool = False


def _columns(*listed: tuple[str, pa.DataType, str, str]) -> tuple[Column, ...]:
    return tuple(
        Column(name, data_type, meaning, tuple(by.split()), name in _TEXTS)
        for name, data_type, meaning, by in listed
    )


_TEXTS = (
    "puzzle", "rules", "solution", "id", "class_id", "solution_class_id",
    "canonical", "canonical_rules", "board",
)  # fmt: skip

COLUMNS = _columns(
    ("index", pa.int64(), "the index of the row in its job, from 0", "all"),
    ("source", pa.string(), "the name of the file from which the puzzle was read", "import"),
    ("source_row", pa.int64(), "the number of the puzzle in that file, from 0", "import"),
    (
        "puzzle",
        pa.string(),
        "the givens, row by row: a character for each cell, . for an empty cell, 1-9, then A-Z",
        "import generate augment",
    ),
    (
        "rules",
        pa.string(),
        "null for a classic Sudoku with the usual boxes, or a Latin square of a prime order; "
        "otherwise everything except the givens, in pandoku's JSON",
        "import generate augment",
    ),
    ("kind", pa.string(), "sudoku, jigsaw, killer, calcudoku, latin, ...", "import generate"),
    ("order", pa.int8(), "the n of n x n", "import generate"),
    ("n_givens", pa.int16(), "the number of givens", "import generate"),
    ("seed_index", pa.int64(), "the number of the puzzle for its seed, from 0", "generate"),
    ("attempts", pa.int64(), "the number of attempts to make the puzzle", "generate"),
    ("is_minimal", pa.bool_(), "whether minimal givens were requested", "generate"),
    ("symmetry", pa.string(), "the symmetry of the givens, if one was requested", "generate"),
    (
        "variant",
        pa.int32(),
        "the number of the random image, from 1, or 0 for the original puzzle",
        "augment",
    ),
    (
        "n_solutions",
        pa.int64(),
        "the number of solutions, up to the limit; -1 - n if the budget ran out after n solutions",
        "solve count",
    ),
    (
        "solution",
        pa.string(),
        "like puzzle; null unless it is the only solution, or the least one was requested",
        "solve generate augment",
    ),
    (
        "id",
        pa.string(),
        "BLAKE2b-128 of rules (empty if null), a newline and puzzle, as 32 hex digits",
        "import generate augment",
    ),
    ("class_id", pa.string(), "the id of the canonical form of the puzzle", "canonical"),
    (
        "solution_class_id",
        pa.string(),
        "the id of the canonical form of the solution without cages; null unless proper",
        "canonical",
    ),
    ("canonical", pa.string(), "the givens of the canonical form, like puzzle", "canonical"),
    ("canonical_rules", pa.string(), "the rules of the canonical form, like rules", "canonical"),
    (
        "n_automorphisms",
        pa.int64(),
        "the number of symmetries, including the identity; null if it is above 2^63 - 2",
        "canonical",
    ),
    (
        "duplicate_of",
        pa.int64(),
        "the index of the first row of its class; null for this first row",
        "dedup",
    ),
    ("split", pa.string(), "train, validation or test; null if the puzzle is not proper", "split"),
    ("scale", pa.string(), "the scale of the rating: se, pandoku or hodoku", "rate"),
    ("score", pa.float64(), "the rating in that scale; in scale se this is ER", "rate"),
    ("er", pa.float64(), "the rating ER, of the hardest step; only in scale se", "rate"),
    (
        "ep",
        pa.float64(),
        "the rating EP, of the hardest step up to the first placement; only in scale se",
        "rate",
    ),
    ("ed", pa.float64(), "the rating ED, of the first step; only in scale se", "rate"),
    ("hardest", pa.string(), "the technique of the hardest step", "rate"),
    ("level", pa.string(), "the rating as a word: easy, medium, hard, expert or extreme", "rate"),
    (
        "stopped",
        pa.string(),
        "why rating ended: rated, bounded, budget or stuck; or the reason why there is no rating",
        "rate",
    ),
    (
        "effort",
        pa.float64(),
        "the effort of the complete path in a person's order; a typical easy Sudoku has 100",
        "rate",
    ),
    ("minutes", pa.float64(), "the estimated minutes of an average player", "rate"),
    ("minutes_low", pa.float64(), "the lower end of an interval of 80 % for minutes", "rate"),
    ("minutes_high", pa.float64(), "the upper end of that interval", "rate"),
    ("effort_level", pa.string(), "the effort as a word, as in level", "rate"),
    (
        "techniques",
        _TECHNIQUES,
        "the number of uses of each technique on the path in scale pandoku, in the scale's order",
        "rate",
    ),
    (
        "path_stopped",
        pa.string(),
        "why the path ends: full, stuck or broken; null if the row is not in the sample",
        "explain",
    ),
    ("n_steps", pa.int16(), "the number of steps of the path", "explain"),
    ("error", pa.string(), "null, or the reason why the row is bad", "all"),
)

STEPS = _columns(
    ("index", pa.int64(), "the index of the puzzle's row in the job, from 0", "explain"),
    ("id", pa.string(), "the id of the puzzle", "explain"),
    ("step", pa.int16(), "the number of the step on the path, from 1", "explain"),
    ("technique", pa.string(), "the technique of the step", "explain"),
    ("score", pa.float64(), "the rating of the step in scale pandoku", "explain"),
    (
        "placements",
        _CHANGES,
        "the digits that the step places, with cells numbered from 0, row by row",
        "explain",
    ),
    ("eliminations", _CHANGES, "the candidates that the step eliminates", "explain"),
    (
        "short",
        pa.string(),
        "the technique, the pattern and the conclusion of the step, in one line",
        "explain",
    ),
    ("text", pa.string(), "the step in English sentences", "explain"),
    ("facts", pa.string(), "the step as JSON: path.schema.json without words", "explain"),
    ("board", pa.string(), "the digits after the step, like puzzle", "explain"),
)

_OF_A_SCALE = ("score", "hardest", "level", "stopped")


@cache
def _by_name() -> dict[str, Column]:
    return {each.name: each for each in COLUMNS}


def scale_columns(scale: str) -> tuple[Column, ...]:
    """Return the columns of an additional scale, such as `pandoku_score`."""
    known = _by_name()
    return tuple(
        Column(
            f"{scale}_{name}", known[name].type, f"{known[name].meaning}; scale {scale}", ("rate",)
        )
        for name in _OF_A_SCALE
    )


def column(name: str) -> Column | None:
    """Return a column of the table `puzzles` by its name, or None if there is no such column."""
    if (found := _by_name().get(name)) is not None:
        return found
    scale, _, rest = name.rpartition("_")
    if scale and rest in _OF_A_SCALE:
        return next(each for each in scale_columns(scale) if each.name == name)
    return None


def table_schema(names: Iterable[str], table: str = "puzzles") -> pa.Schema:
    """Return the schema of the columns *names* of a table, in this order.

    Raises:
        KeyError: There is no such column.
    """
    if table == "steps":
        known = {each.name: each for each in STEPS}
        return pa.schema([(name, known[name].type) for name in names])
    found = {name: column(name) for name in names}
    if missing := [name for name, each in found.items() if each is None]:
        raise KeyError(missing[0])
    return pa.schema([(name, each.type) for name, each in found.items() if each])


def table_order(names: Sequence[str]) -> list[str]:
    """Return the names of columns in the order of the table.

    The columns of additional scales come just after `stopped`. All other columns that are not in
    `COLUMNS` come just before `error`. In both places, columns keep the order of *names*.
    """
    places = {each.name: 2 * place for place, each in enumerate(COLUMNS)}
    last = places["error"]

    def place_of(name: str) -> int:
        if name in places:
            return places[name]
        scale, _, rest = name.rpartition("_")
        return places["stopped"] + 1 if scale and rest in _OF_A_SCALE else last - 1

    return sorted(dict.fromkeys(names), key=place_of)


def fields_of(
    schemas: Iterable[tuple[str, pa.Schema]], names: Sequence[str] | None = None
) -> pa.Schema:
    """Return the union of the columns of files, in order of first appearance.

    Columns listed in this module get the types given here. In other columns, integers and floats
    are joined to the wider type, and all kinds of strings become plain strings.

    Args:
        schemas: Pairs of file name and schema.
        names: The columns to return, in this order. None means all columns.

    Raises:
        BatchError: A column has types that cannot be joined. The message names the files.
    """
    found: dict[str, tuple[pa.DataType, str]] = {}
    seen: set[int] = set()
    for place, schema in schemas:
        if id(schema) in seen:  # already handled: the files of a job share a schema
            continue
        seen.add(id(schema))
        for each in schema:
            if names is not None and each.name not in names:
                continue
            data_type = _plain(each.type)
            before, there = found.get(each.name, (data_type, place))
            found[each.name] = (_wider(each.name, (there, before), (place, data_type)), there)
    ordered = found if names is None else [name for name in dict.fromkeys(names) if name in found]
    fields = []
    for name in ordered:
        data_type, known = found[name][0], column(name)
        is_known = known is not None and fits(data_type, known.type)
        fields.append((name, known.type if known is not None and is_known else data_type))
    return pa.schema(fields)


def _plain(data_type: pa.DataType) -> pa.DataType:
    """Return a type without dictionaries and special kinds of strings."""
    if pa.types.is_dictionary(data_type):
        return _plain(data_type.value_type)
    tests = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    return pa.string() if any(test(data_type) for test in tests) else data_type


def _is_number(data_type: pa.DataType) -> bool:
    return bool(pa.types.is_integer(data_type) or pa.types.is_floating(data_type))


def _wider(name: str, one: tuple[str, pa.DataType], other: tuple[str, pa.DataType]) -> pa.DataType:
    (_, before), (_, after) = one, other
    if before == after or pa.types.is_null(after):
        return before
    if pa.types.is_null(before):
        return after
    if _is_number(before) and _is_number(after):
        has_fractions = pa.types.is_floating(before) or pa.types.is_floating(after)
        return pa.float64() if has_fractions else pa.int64()
    raise BatchError(
        f"expected columns {name!r} of one type, found {before} in {one[0]} and {after} in "
        f"{other[0]}; leave one of the files out, or the column with --carry"
    )


def fits(found: pa.DataType, wanted: pa.DataType) -> bool:
    """Return whether *found* can be cast to *wanted* if all values are in the new range."""
    found = _plain(found)
    if found == wanted or pa.types.is_null(found):
        return True
    if pa.types.is_floating(wanted):
        return _is_number(found)
    if pa.types.is_integer(wanted):
        return bool(pa.types.is_integer(found))
    return bool(pa.types.is_list(wanted) and pa.types.is_list(found))


def fitted(table: pa.Table, fields: pa.Schema) -> pa.Table:
    """Return a table with the columns *fields*, cast to their types. Missing columns are null."""
    if table.schema.equals(fields, check_metadata=True):
        return table
    n = table.num_rows
    if not len(fields):
        return table.select([]).replace_schema_metadata(None)
    arrays = [
        table[each.name].cast(each.type)
        if each.name in table.column_names
        else pa.nulls(n, each.type)
        for each in fields
    ]
    return pa.table(arrays, schema=fields)
