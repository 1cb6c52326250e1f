"""`batch augment`: add random isomorphs of the puzzles in the split "train"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pandoku.batch.columns import (
    as_one_array,
    digit_rows,
    digit_texts,
    errors_column,
    ids_of,
    spread_all,
)
from pandoku.batch.rules import rules_of
from pandoku.batch.sorting import Group, sorted_out
from pandoku.batch.tables import column
from pandoku.batch.verbs._classes import rows_of_column, subgroup
from pandoku.batch.verbs._verb import Option, Options, PartRows, Tables, Verb
from pandoku.errors import BatchError, PuzzleError
from pandoku.kernel.rows import array_of
from pandoku.model import Puzzle, reason_of
from pandoku.symmetry import isomorphs_many, random_symmetry

__all__ = ["VERB"]

_TRAIN = "train"
_MOST_SEED = 2**64 - 1
_ROWS_OUT = "rows_out"
_MADE = ("puzzle", "rules", "solution", "id", "variant", "error")
# columns with row numbers of the input, not copied because they are wrong in the output
_OF_OTHER_ROWS = ("index", "duplicate_of")
# The columns of these verbs are null for images. An image can have another path than its puzzle,
# because the order of equally easy steps may differ.
_OF_PATH = {"rate", "explain"}
_OF_PATTERN = ("symmetry",)


class _Images(NamedTuple):
    """The images of the puzzles of a group.

    Attributes:
        at: Positions of the images in the result, int64, ascending.
        puzzles: Givens of the images, or nulls if the images could not be made.
        rules: Rules of the images.
        solutions: Images of the solutions in the table, null if the solution is not known.
        error: The reason why the images could not be made, or "".
    """

    at: NDArray[np.int64]
    puzzles: pa.StringArray
    rules: pa.StringArray
    solutions: pa.StringArray
    error: str = ""


def _run(rows: PartRows, options: Options) -> Tables:
    table, count = rows.table, options["variants"]
    is_train = _is_train(table)
    n_of_each = np.where(is_train, 1 + count, 1)
    source = np.repeat(np.arange(table.num_rows), n_of_each)
    first = np.cumsum(n_of_each) - n_of_each
    variant = np.arange(len(source)) - first[source]
    found = sorted_out(table, checks_givens=False)
    images = []
    for group in found.groups:
        chosen = subgroup(group, is_train[group.at])
        if len(chosen.at):
            at = (first[chosen.at, None] + np.arange(1, 1 + count)).reshape(-1)
            images.append(_images(chosen, table, at, count, options["seed"]))
    errors = {place: each.error for each in images if each.error for place in each.at.tolist()}
    for place, text in found.errors.items():
        at_first = int(first[place])
        errors |= dict.fromkeys(range(at_first, at_first + int(n_of_each[place])), text)
    # An image gets the values of its puzzle, except in columns where isomorphs may differ.
    of_all, of_first = pa.array(source), pa.array(source, mask=variant > 0)
    carried = {}
    for name in table.column_names:
        if name not in (*_MADE, *_OF_OTHER_ROWS):
            known = column(name)
            differs = known and (name in _OF_PATTERN or not _OF_PATH.isdisjoint(known.by))
            carried[name] = table[name].take(of_first if differs else of_all)
    columns = {
        **carried,
        **_made(table, first, found.groups, images, len(source)),
        "variant": pa.array(variant.astype(np.int32)),
        "error": errors_column(len(source), errors),
    }
    return {"puzzles": pa.table(columns)}


def _is_train(table: pa.Table) -> NDArray[np.bool_]:
    return np.asarray(pc.equal(pc.fill_null(as_one_array(table["split"]), ""), _TRAIN))


def _made(
    table: pa.Table,
    first: NDArray[np.int64],
    groups: Iterable[Group],
    images: list[_Images],
    n: int,
) -> dict[str, pa.Array]:
    """Return the text columns of the result: the values of the original rows and of the images."""
    texts = {
        "puzzle": [each.puzzles for each in images],
        "rules": [each.rules for each in images],
        "solution": [each.solutions for each in images],
        "id": [ids_of(each.rules, each.puzzles) for each in images],
    }
    made = {}
    for name, of_images in texts.items():
        pieces = [(each.at, values) for each, values in zip(images, of_images, strict=True)]
        if name in table.column_names:
            pieces.append((first, as_one_array(table[name])))
        elif name == "id":
            pieces += [(first[group.at], _ids(group, table)) for group in groups]
        else:
            continue
        made[name] = spread_all(n, pieces, pa.string())
    return made


def _ids(group: Group, table: pa.Table) -> pa.StringArray:
    """Return the ids of a group, computed because the column `id` may contain other values."""
    if group.batch.has_masks:
        givens = np.array([puzzle.givens for puzzle in group.batch], np.uint8)
    else:
        givens = array_of(group.batch)
    return ids_of(rows_of_column(table, "rules", group.at), digit_texts(givens))


def _images(group: Group, table: pa.Table, at: NDArray[np.int64], count: int, seed: int) -> _Images:
    """Return *count* images of each puzzle of a group, in order. *at* has the images' positions."""
    batch, ids = group.batch, _ids(group, table).to_pylist()
    n, geometry = len(batch), batch.geometry
    solutions, is_known = np.zeros((n, geometry.n_cells), np.uint8), np.zeros(n, bool)
    if (texts := rows_of_column(table, "solution", group.at)) is not None:
        solutions, bad = digit_rows(texts, geometry.order)
        is_known = ~bad & solutions.all(axis=1)
    one_by_one = batch.has_constraints or batch.has_masks
    make = _made_one_by_one if one_by_one else _made_at_once
    try:
        puzzles, of_solutions, rules = make(group, solutions, ids, count, seed)
    except PuzzleError as error:
        nulls = pa.nulls(len(at), pa.string())
        return _Images(at, nulls, nulls, nulls, reason_of(error))
    return _Images(
        at, digit_texts(puzzles), rules, digit_texts(of_solutions, np.repeat(is_known, count))
    )


_Made = tuple[NDArray[np.uint8], NDArray[np.uint8], pa.StringArray]


def _made_at_once(
    group: Group, solutions: NDArray[np.uint8], ids: list[str], count: int, seed: int
) -> _Made:
    """Return the givens, solutions and rules of images of puzzles without constraints."""
    batch = group.batch
    like = Puzzle(batch.geometry)
    keys = np.array([int(each[:16], 16) for each in ids], np.uint64)
    n_cells = batch.geometry.n_cells
    puzzles, of_solutions = (
        isomorphs_many(rows, count, seed, keys=keys, like=like).reshape(-1, n_cells)
        for rows in (array_of(batch), solutions)
    )
    rules = pa.repeat(pa.scalar(rules_of(like), pa.string()), len(puzzles))
    return puzzles, of_solutions, rules


def _made_one_by_one(
    group: Group, solutions: NDArray[np.uint8], ids: list[str], count: int, seed: int
) -> _Made:
    """Compute images one by one: return their givens, their solutions and their rules.

    This function is for puzzles with constraints or limited candidates. Images of puzzles with
    constraints are only rotated and reflected, so that cages stay connected. Digits are exchanged
    as well, unless a constraint depends on their values.
    """
    puzzles, of_solutions, rules = [], [], []
    for puzzle, solution, id in zip(group.batch, solutions.tolist(), ids, strict=True):
        whole = puzzle.replace(solution=solution if all(solution) else None)
        for variant in range(1, 1 + count):
            start = blake2b(f"{seed} {id} {variant}".encode(), digest_size=8).digest()
            image = random_symmetry(
                puzzle.geometry,
                int.from_bytes(start, "big"),
                relabel=puzzle.numeric_rule is None,
                drawn=bool(puzzle.constraints),
            ).apply(whole)
            puzzles.append(image.givens)
            of_solutions.append(image.solution or solution)
            rules.append(rules_of(image))
    as_rows = np.array(puzzles, np.uint8), np.array(of_solutions, np.uint8)
    return *as_rows, pa.array(rules, pa.string())


def _prepare(tables: Iterable[pa.Table], options: Options, scratch: Path) -> Iterator[pa.Table]:
    """Yield the number of output rows of each part."""
    for table in tables:
        n_train = int(np.count_nonzero(_is_train(table)))
        yield pa.table({_ROWS_OUT: [table.num_rows + options["variants"] * n_train]})


def _check(options: Options) -> None:
    if options["seed"] > _MOST_SEED:
        raise BatchError(f"expected seed 0..2^64-1, found {options['seed']}")


VERB = Verb(
    "augment",
    "Add random images of the rows for training: isomorphic puzzles, of the same classes.",
    _run,
    lambda options: ("puzzle", "rules", "solution", "id", "variant"),
    rows=(65_536, 4_096),  # small numbers, because the images of a puzzle make its part larger
    options=(
        Option(
            "variants",
            "count",
            "Number of images of each row for training.",
            least=1,
            is_argument=True,
            is_required=True,
        ),
        Option(
            "seed",
            "int",
            "0 to 2^64-1. The images of a puzzle depend only on the seed and the puzzle, so they "
            "stay the same when the set grows.",
            0,
            least=0,
        ),
    ),
    needs=("puzzle", "split"),
    sees=lambda options: ("split",),
    reads=("rules", "solution", "error"),
    keeps_rows=False,
    check=_check,
    prepare=_prepare,
    puts_out=lambda aside: int(aside[_ROWS_OUT][0].as_py()),
)
