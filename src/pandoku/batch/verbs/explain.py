"""`batch explain`: write the steps of each path to a separate table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pandoku.batch.columns import (
    as_one_array,
    digit_texts,
    errors_column,
    hashes_of,
    ids_of,
    spread_all,
)
from pandoku.batch.sorting import sorted_out
from pandoku.batch.tables import table_schema
from pandoku.batch.verbs._classes import subgroup
from pandoku.batch.verbs._verb import Option, Options, PartRows, Tables, Verb
from pandoku.kernel.rows import array_of
from pandoku.logic import PATH_ENDS, Changes, PathSteps, explain_many, facts_as_json, ledger_of
from pandoku.model import Batch, Board, Step
from pandoku.techniques import get_technique
from pandoku.words import paragraphs

__all__ = ["VERB"]

_STEPS = (
    "index", "id", "step", "technique", "score", "placements", "eliminations", "short",
)  # fmt: skip
_ON_REQUEST = {"words": "text", "facts": "facts", "boards": "board"}


def _run(rows: PartRows, options: Options) -> Tables:
    found = sorted_out(rows.table)
    if "id" in rows.table.column_names:
        ids = as_one_array(rows.table["id"])
    else:
        rules = rows.table["rules"] if "rules" in rows.table.column_names else None
        ids = ids_of(rules, rows.table["puzzle"])
    is_taken = _sampled(ids, options["sample"], rows.total)
    names = (*_STEPS, *(name for flag, name in _ON_REQUEST.items() if options[flag]))
    errors, stopped, n_steps = dict(found.errors), [], []
    tables = [table_schema(names, "steps").empty_table()]
    for at, batch in (subgroup(group, is_taken[group.at]) for group in found.groups):
        paths = explain_many(
            batch,
            scale=options["scale"],
            is_proper=None,
            steps=True,
            short=True,
            values=options["words"] or options["facts"],
            threads=1,
            on_error="keep",
        )
        errors |= {int(at[place]): text for place, text in paths.errors.items()}
        is_bad = paths.ends == PATH_ENDS.index("error")
        stopped.append((at, pa.array(PATH_ENDS).take(pa.array(paths.ends, mask=is_bad))))
        n_steps.append((at, pa.array(paths.n_steps, mask=is_bad)))
        tables.append(_table(paths, at, batch, rows.first, ids, options).select(names))
    steps = pa.concat_tables(tables)
    if len(tables) > 2:
        steps = steps.take(pc.sort_indices(steps, [("index", "ascending"), ("step", "ascending")]))
    puzzles = {
        "path_stopped": spread_all(found.n, stopped, pa.string()),
        "n_steps": spread_all(found.n, n_steps, pa.int16()),
        "error": errors_column(found.n, errors),
    }
    return {"steps": steps, "puzzles": pa.table(puzzles)}


def _sampled(ids: pa.StringArray, sample: int | None, total: int) -> NDArray[np.bool_]:
    """Return a mask of the rows that belong to a sample of about *sample* rows of the job.

    Let u be the BLAKE2b-64 hash of the row's id, as a big-endian number divided by 2^64. A row is
    in the sample if u < sample / total, where *total* is the number of rows of the job. The choice
    does not depend on the parts. A larger sample of the same job contains every smaller sample.
    """
    if sample is None or sample >= total:
        return np.ones(len(ids), bool)
    below = np.uint64((sample << 64) // total)
    return hashes_of(each or "" for each in ids.to_pylist()) < below


# ---- the table of steps


def _table(
    paths: PathSteps,
    at: NDArray[np.int64],
    batch: Batch,
    first: int,
    ids: pa.StringArray,
    options: Options,
) -> pa.Table:
    rows = at[paths.puzzle]
    columns = {
        "index": pa.array(first + rows),
        "id": ids.take(pa.array(rows)),
        "step": pa.array(paths.number.astype(np.int16)),
        "technique": pa.array(paths.techniques, pa.string()).take(pa.array(paths.technique)),
        "score": pa.array(paths.score, from_pandas=True),
        "placements": _changes(paths.placements),
        "eliminations": _changes(paths.eliminations),
        "short": pa.array(paths.short, pa.string()),
    }
    if options["words"]:
        columns["text"] = pa.array(_words(paths, batch), pa.string())
    if options["facts"]:
        facts = (facts_as_json(*each) for of_puzzle in _taken(paths, batch) for each in of_puzzle)
        texts = (json.dumps(one, separators=(",", ":"), ensure_ascii=False) for one in facts)
        columns["facts"] = pa.array(texts, pa.string())
    if options["boards"]:
        columns["board"] = digit_texts(paths.digits_after(array_of(batch)))
    return pa.table(columns)


def _changes(changes: Changes) -> pa.ListArray:
    pairs = pa.StructArray.from_arrays(
        [pa.array(changes.cells), pa.array(changes.digits)], ["cell", "digit"]
    )
    return pa.ListArray.from_arrays(pa.array(changes.offsets.astype(np.int32)), pairs)


_Taken: TypeAlias = tuple[int, Step, Board]  # the number of a step, the step, the board before it


def _taken(paths: PathSteps, batch: Batch) -> Iterator[list[_Taken]]:
    """Yield the steps of each puzzle."""
    assert paths.values is not None
    for place, puzzle in enumerate(batch):
        board, taken = Board.start(puzzle), list[_Taken]()
        for step in paths.values[paths.offsets[place] : paths.offsets[place + 1]]:
            taken.append((len(taken) + 1, step, board))
            board = board.after(step)
        yield taken


def _words(paths: PathSteps, batch: Batch) -> Iterator[str]:
    for puzzle, taken in zip(batch, _taken(paths, batch), strict=True):
        ledger = ledger_of(Board.start(puzzle), [step for _, step, _ in taken])
        stated = set[str]()
        for _, step, board in taken:
            explained = get_technique(step.technique).explain(step, board, ledger)
            new_rules = [rule for rule in explained.rules if rule not in stated]
            stated.update(new_rules)
            yield "\n".join(paragraphs((*new_rules, *explained.full)))


VERB = Verb(
    "explain",
    "Find the path of each puzzle, and write its steps to a separate table.",
    _run,
    lambda options: ("path_stopped", "n_steps"),
    rows=(2048, 256),
    options=(
        Option(
            "scale",
            "text",
            "The order of the steps: human (the easiest to see first), or the order of a scale.",
            "human",
            ("human", "pandoku", "hodoku"),
        ),
        Option(
            "sample",
            "count",
            "Explain only about this many rows, chosen by the hash of their ids. In all other "
            "rows, path_stopped and n_steps are null.",
            least=1,
        ),
        Option("words", "flag", "Add the sentences of each step as `text`.", False),
        Option("facts", "flag", "Add the facts that prove each step as JSON.", False),
        Option("boards", "flag", "Add the digits after each step as `board`.", False),
    ),
    reads=("rules", "error", "id"),
    has_steps=True,
)
