"""`batch rate`: rate the difficulty of each puzzle in one or more scales."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pandoku.batch.columns import as_one_array, digit_rows, errors_column, spread_all
from pandoku.batch.sorting import sorted_out
from pandoku.batch.tables import table_schema
from pandoku.batch.verbs._verb import Option, Options, PartRows, Tables, Verb
from pandoku.errors import BatchError, TechniqueError
from pandoku.kernel.rows import taken
from pandoku.logic import (
    RATING_ENDS,
    explain,
    proved_paths,
    rate_all,
    rate_many,
    scale_for,
)
from pandoku.model import Batch, Puzzle
from pandoku.rating import DEFAULT_SCALE, PuzzleEffort, get_scale, scales_with_numbers

__all__ = ["VERB"]

_FIRST = ("scale", "score", "er", "ep", "ed", "hardest", "level", "stopped")
_FURTHER = ("score", "hardest", "level", "stopped")
_EFFORT = ("effort", "minutes", "minutes_low", "minutes_high", "effort_level")
# value of `stopped` for a scale that cannot rate the puzzle, although another requested scale can
_OTHER_KIND = "other kind"

_Columns: TypeAlias = "dict[str, pa.Array]"


def _columns(options: Options) -> tuple[str, ...]:
    further = [f"{scale}_{name}" for scale in _scales(options)[1:] for name in _FURTHER]
    efforts = _EFFORT if options["effort"] else ()
    return (*_FIRST, *further, *efforts, *(["techniques"] if options["techniques"] else []))


def _scales(options: Options) -> tuple[str | None, ...]:
    return options["scale"] or (None,)


def _run(rows: PartRows, options: Options) -> Tables:
    found = sorted_out(rows.table)
    errors: dict[int, str] = dict(found.errors)
    pieces: dict[str, list[tuple[NDArray[np.int64], pa.Array]]] = defaultdict(list)
    for at, batch in found.groups:
        columns, bad = _of_alike(_whole(batch, rows.table, at), options)
        errors |= {int(at[place]): text for place, text in bad.items()}
        for name, values in columns.items():
            pieces[name].append((at, values))
    types = table_schema(_columns(options))
    table = {field.name: spread_all(found.n, pieces[field.name], field.type) for field in types}
    return {"puzzles": pa.table(table | {"error": errors_column(found.n, errors)})}


def _whole(batch: Batch, table: pa.Table, at: NDArray[np.int64]) -> Batch | list[Puzzle]:
    """Return a Batch unchanged, or convert it to a list of puzzles if candidates are limited.

    The list has the givens of the table, because a Batch with limited candidates cannot distinguish
    a given from an empty cell with only one candidate.
    """
    if not batch.has_masks:
        return batch
    texts = as_one_array(table.column("puzzle")).take(pa.array(at))
    givens, _ = digit_rows(texts, batch.geometry.order)
    return [
        puzzle.replace(givens=digits) for puzzle, digits in zip(batch, givens.tolist(), strict=True)
    ]


def _of_alike(puzzles: Batch | list[Puzzle], options: Options) -> tuple[_Columns, dict[int, str]]:
    """Return the new columns for puzzles of one geometry, and error messages by position."""
    scales = _scales(options)
    reasons = [_why_not(puzzles[0], scale) for scale in scales]
    if all(reasons):
        return {}, dict.fromkeys(range(len(puzzles)), f"rules: {reasons[0]}")
    columns: _Columns = {}
    is_proper, errors = np.zeros(len(puzzles), bool), dict[int, str]()
    efforts: Sequence[PuzzleEffort | None] | None = None
    for number, (scale, reason) in enumerate(zip(scales, reasons, strict=True)):
        if reason:
            n = len(puzzles)
            values = {field.name: pa.nulls(n, field.type) for field in table_schema(_FIRST)}
            values["scale"] = pa.array([scale] * n, pa.string())
            values["stopped"] = pa.array([_OTHER_KIND] * n, pa.string())
        else:
            # The effort does not depend on the scale, so it is only requested once.
            asked = True if options["effort"] and efforts is None else None
            values, is_proper, errors, found = _rated(puzzles, scale, options["budget"], asked)
            efforts = found if asked else efforts
        for name in _FURTHER if number else _FIRST:
            columns[f"{scale}_{name}" if number else name] = values[name]
    if efforts is not None:
        columns |= _efforts(efforts)
    if options["techniques"]:
        columns["techniques"] = _techniques(puzzles, is_proper)
    return columns, errors


def _why_not(puzzle: Puzzle, scale: str | None) -> str | None:
    """Return the reason why a scale does not rate puzzles of this kind, or None."""
    try:
        scale_for(puzzle, scale)
    except TechniqueError as error:
        return str(error)
    return None


def _rated(
    puzzles: Batch | list[Puzzle], scale: str | None, budget: int | None, effort: bool | None
) -> tuple[_Columns, NDArray[np.bool_], dict[int, str], Sequence[PuzzleEffort | None]]:
    """Return the columns of a scale, a mask of proper puzzles, errors by position, and efforts."""
    if isinstance(puzzles, Batch):
        many = rate_many(
            puzzles, scale=scale, budget=budget, effort=effort, threads=1, on_error="keep"
        )
        is_bad = many.ends == RATING_ENDS.index("error")
        names = np.array([*many.techniques, None], object)
        ends = np.array(RATING_ENDS, object)[many.ends]
        scores = {"score": many.score, "er": many.er, "ep": many.ep, "ed": many.ed}
        columns = {
            "scale": pa.array([many.scale] * len(is_bad), pa.string(), mask=is_bad),
            **{
                name: pa.array(values, pa.float64(), mask=np.isnan(values))
                for name, values in scores.items()
            },
            "hardest": pa.array(names[many.hardest], pa.string()),
            "level": pa.array(many.levels, pa.string(), mask=many.levels == ""),
            "stopped": pa.array(ends, pa.string(), mask=is_bad),
        }
        efforts = many.efforts or (None,) * len(many)
        return columns, many.is_proper, dict(many.errors), efforts
    each = rate_all(puzzles, scale=scale, budget=budget, effort=effort, threads=1, on_error="keep")
    facts = [
        {}
        if at in each.errors
        else {name: getattr(one, name) for name in _FIRST[:-1]} | {"stopped": one.end}
        for at, one in enumerate(each)
    ]
    values = {
        field.name: pa.array(
            [None if fact.get(field.name) == "" else fact.get(field.name) for fact in facts],
            field.type,
        )
        for field in table_schema(_FIRST)
    }
    is_proper = np.array([one.is_proper for one in each], bool)
    return values, is_proper, dict(each.errors), [one.effort for one in each]


def _efforts(efforts: Sequence[PuzzleEffort | None]) -> _Columns:
    """Return the columns of the effort, which are null for puzzles without one."""
    values = [
        (e.effort, e.minutes, e.low, e.high, e.level) if e else (None,) * len(_EFFORT)
        for e in efforts
    ]
    return {
        field.name: pa.array(column, field.type)
        for field, column in zip(table_schema(_EFFORT), zip(*values, strict=True), strict=True)
    }


def _techniques(puzzles: Batch | list[Puzzle], is_proper: NDArray[np.bool_]) -> pa.Array:
    """Return the column `techniques`, which is null for puzzles that are not proper."""
    at = np.flatnonzero(is_proper)
    names = get_scale(DEFAULT_SCALE).order
    if isinstance(puzzles, Batch) and len(at):
        batch = puzzles if len(at) == len(puzzles) else taken(puzzles, at)
        used_on_paths = [path.n_steps for path in proved_paths(batch, names, threads=1)]
    else:
        used_on_paths = []
        for place in at.tolist():
            path = explain(puzzles[place], techniques=names, scale=DEFAULT_SCALE, is_proper=True)
            used_on_paths.append(Counter(step.technique for step in path.steps))
    counts = np.zeros((len(at), len(names)), np.int16)
    for row, n_steps in zip(counts, used_on_paths, strict=True):
        row[:] = [n_steps.get(name, 0) for name in names]
    rows, columns = np.nonzero(counts)
    used = pa.StructArray.from_arrays(
        [pa.array(names, pa.string()).take(pa.array(columns)), pa.array(counts[rows, columns])],
        names=["technique", "count"],
    )
    ends = np.searchsorted(rows, np.arange(len(counts) + 1)).astype(np.int32)
    lists = pa.ListArray.from_arrays(pa.array(ends), used)
    return spread_all(len(puzzles), [(at, lists)], lists.type)


def _check(options: Options) -> None:
    scales = options["scale"] or ()
    if twice := [scale for scale, n in Counter(scales).items() if n > 1]:
        raise BatchError(f"expected each scale once, found {twice[0]} twice")


VERB = Verb(
    "rate",
    "Rate the difficulty of each puzzle.",
    _run,
    _columns,
    rows=(16_384, 1_024),
    options=(
        Option(
            "scale",
            "names",
            "One or several scales. The columns of the first are score, hardest, level and "
            "stopped. Columns of other scales begin with the name of the scale, as in "
            "pandoku_score. Default: se where it applies, otherwise pandoku.",
            choices=tuple(scales_with_numbers()),
        ),
        Option(
            "budget",
            "count",
            "Stop a puzzle after this many looks, with a lower bound. Only the scale se counts "
            "looks: hardly any up to ER 6.2, fifty thousand at 7, and tens of millions at 11.",
            least=1,
            shell_name="looks",
        ),
        Option(
            "effort",
            "flag",
            "Add the effort of the complete path and the minutes of an average player. Each puzzle "
            "is then explained, which takes about ten milliseconds for a 9x9.",
            default=False,
        ),
        Option(
            "techniques",
            "flag",
            "Add the number of uses of each technique on the path in scale pandoku.",
            default=False,
        ),
    ),
    check=_check,
    help="Rate the difficulty of each puzzle, as `pandoku rate` does. A puzzle that is not proper "
    "has no rating, and the column stopped has the reason. If one of several scales does not rate "
    'a kind of puzzle, its column stopped is "other kind".',
)
