"""`batch canonical`: find isomorphic puzzles, and puzzles with isomorphic solutions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pandoku.batch.columns import errors_column, spread_all
from pandoku.batch.sorting import sorted_out
from pandoku.batch.tables import table_schema
from pandoku.batch.verbs._classes import forms_of, ids_of_solutions, solutions_of
from pandoku.batch.verbs._verb import Option, Options, PartRows, Tables, Verb

__all__ = ["VERB"]


def _columns(options: Options) -> tuple[str, ...]:
    names = ["class_id", "solution_class_id"]
    if options["forms"]:
        names += ["canonical", "canonical_rules"]
    if options["automorphisms"]:
        names.append("n_automorphisms")
    return tuple(names)


def _run(rows: PartRows, options: Options) -> Tables:
    found = sorted_out(rows.table, checks_givens=False)
    fields = table_schema(_columns(options))
    pieces: dict[str, list[Any]] = {name: [] for name in fields.names}
    errors = dict(found.errors)
    for group in found.groups:
        at, batch = group
        solutions = solutions_of(group, rows.table)
        forms = forms_of(batch, counts_automorphisms=options["automorphisms"])
        solution_ids, too_large = ids_of_solutions(batch, solutions)
        is_bad = np.zeros(len(batch), bool)
        is_bad[list(solutions.errors)] = True
        values = {
            "class_id": forms.ids,
            "solution_class_id": solution_ids,
            "canonical": forms.texts,
            "canonical_rules": forms.rules,
            "n_automorphisms": forms.n_automorphisms,
        }
        for name in fields.names:
            shown = pc.if_else(pa.array(is_bad), None, values[name]) if is_bad.any() else None
            pieces[name].append((at, values[name] if shown is None else shown))
        of_group = too_large | forms.errors | solutions.errors
        errors |= {int(at[place]): text for place, text in of_group.items()}
    table = {name: spread_all(found.n, pieces[name], fields.field(name).type) for name in pieces}
    return {"puzzles": pa.table(table | {"error": errors_column(found.n, errors)})}


VERB = Verb(
    "canonical",
    "Find isomorphic puzzles, and puzzles with isomorphic solutions.",
    _run,
    _columns,
    rows=(262_144, 16_384),
    options=(
        Option("forms", "flag", "Add the canonical forms.", False),
        Option("automorphisms", "flag", "Count the symmetries of each puzzle.", False),
    ),
    reads=("rules", "error", "solution", "n_solutions"),
)
