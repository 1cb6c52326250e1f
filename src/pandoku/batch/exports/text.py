"""Export of data sets as text: CSV, JSON lines, or puzzles in the format `json`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from pandoku._files import replacement
from pandoku.batch.columns import DIGIT_CHARACTERS, order_of_length
from pandoku.batch.exports import Exported, shared_fields, tables_of
from pandoku.batch.inputs import TableFile
from pandoku.batch.rules import puzzle_of_rules
from pandoku.batch.sorting import sorted_out
from pandoku.formats import Writer, get_format
from pandoku.formats.csv_format import FORMULA
from pandoku.model import FrozenMap, OnProgress, Puzzle

__all__ = ["export_csv", "export_json", "export_jsonl"]

_ALL = "all"
_SHOWN = ("puzzle", "rules", "kind", "order", "n_givens", "id", "solution", "source", "error")
_NOT_ABOUT = {*_SHOWN, "index", "source_row"}
_OF_DIGITS = ("puzzle", "solution")
_BAD = "rows with an error"
_DIGITS = str.maketrans(
    ".0" + DIGIT_CHARACTERS, "\0\0" + "".join(map(chr, range(1, len(DIGIT_CHARACTERS) + 1)))
)


def export_csv(
    sources: Sequence[TableFile], output: str, done: Exported, on_progress: OnProgress
) -> None:
    """Write all columns of the table `puzzles` as CSV, with lists as JSON.

    If no puzzle has rules, the column `rules` is left out, because some programs for plain puzzles
    refuse files with this column. Texts that a spreadsheet would interpret as formulas get a
    leading apostrophe. The format `csv` removes the apostrophe when the file is read.
    """
    fields = shared_fields(sources)
    if "rules" in fields.names and not any(source.is_caged for source in sources):
        fields = fields.remove(fields.get_field_index("rules"))
    types = [pa.string() if pa.types.is_nested(each.type) else each.type for each in fields]
    flat = pa.schema(list(zip(fields.names, types, strict=True)))
    options = pacsv.WriteOptions(quoting_style="needed")
    with (
        replacement(output, binary=True) as stream,
        pacsv.CSVWriter(stream, flat, write_options=options) as writer,
    ):
        for table in tables_of(sources, fields, on_progress):
            columns = [_flat_column(table[field.name], field) for field in flat]
            writer.write_table(pa.table(columns, flat))
            _count(done, len(table))
    done.files.append(output)


def _flat_column(column: pa.ChunkedArray, field: pa.Field) -> pa.Array | pa.ChunkedArray:
    if column.type != field.type:
        return pa.array([_as_json(value) for value in column.to_pylist()], pa.string())
    is_text = pa.types.is_string(field.type) or pa.types.is_large_string(field.type)
    if field.name in _OF_DIGITS or not is_text:
        return column
    return pc.replace_substring_regex(column, FORMULA, r"'\1")


def _as_json(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def export_jsonl(
    sources: Sequence[TableFile], output: str, done: Exported, on_progress: OnProgress
) -> None:
    """Write each row of the table `puzzles` as a JSON object with all columns."""
    with replacement(output) as stream:
        for table in tables_of(sources, shared_fields(sources), on_progress):
            stream.writelines(f"{_as_json(row)}\n" for row in table.to_pylist())
            _count(done, len(table))
    done.files.append(output)


def _count(done: Exported, n_rows: int) -> None:
    splits = done.rows.setdefault("puzzles", {_ALL: 0})
    splits[_ALL] += n_rows


def export_json(
    sources: Sequence[TableFile], output: str, done: Exported, on_progress: OnProgress
) -> None:
    """Write puzzles in pandoku's format `json`, with id, kind, source and solution.

    Other columns, such as ratings, are written to `extra`. Bad rows are left out.
    """
    module = get_format("json")
    writer = Writer(module)
    with replacement(output) as stream:
        for table in tables_of(sources, shared_fields(sources), on_progress):
            bad = sorted_out(table, checks_givens=False).errors
            rows = enumerate(table.to_pylist())
            puzzles = [_puzzle(row) for at, row in rows if at not in bad]
            stream.writelines(writer.next(module.write(puzzle)) for puzzle in puzzles)
            done.leave_out(_BAD, len(table) - len(puzzles))
            _count(done, len(puzzles))
        stream.write(writer.end())
    done.files.append(output)


def _puzzle(row: dict[str, Any]) -> Puzzle:
    rules, text = row.get("rules"), row["puzzle"]
    givens = _digits(text)
    order = order_of_length(len(text))
    assert order is not None  # the row is good
    frame = Puzzle(order) if rules is None else puzzle_of_rules(rules)
    solution = row.get("solution")
    about = {name: value for name, value in row.items() if name not in _NOT_ABOUT}
    if about.get("techniques") is not None:
        about["techniques"] = {each["technique"]: each["count"] for each in about["techniques"]}
    return frame.replace(
        givens=givens,
        id=row.get("id"),
        kind=row.get("kind"),
        source=row.get("source"),
        solution=None if solution is None else _digits(solution),
        extra=FrozenMap({name: value for name, value in about.items() if value is not None}),
    )


def _digits(text: str) -> tuple[int, ...]:
    return tuple(text.translate(_DIGITS).encode("latin-1"))
