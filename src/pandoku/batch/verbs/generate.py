"""`batch generate`: puzzles made to order, row i being puzzle i of the seed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from pandoku.batch.columns import digit_texts, errors_column, ids_of, spread
from pandoku.batch.rules import rules_with
from pandoku.batch.tables import table_schema
from pandoku.batch.verbs._verb import Option, Options, PartRows, Tables, Verb
from pandoku.errors import BatchError
from pandoku.generation import (
    MAX_PUZZLES,
    USUAL_KIND,
    Drafts,
    Generated,
    Wishes,
    generate_many,
    get_kind,
    kind_and_order,
    not_found,
    read_order,
    seed_of,
    wishes_of,
)
from pandoku.model import Geometry
from pandoku.words import ATTEMPTS, WISHES, Wish

__all__ = ["VERB"]

_COLUMNS = (
    "puzzle", "rules", "kind", "order", "n_givens", "seed_index", "attempts", "is_minimal",
    "symmetry", "solution", "id",
)  # fmt: skip
_MINIMAL = "minimal"
_LARGEST_MINIMAL = 16  # up to this order nothing can go from the puzzles that are usual
_WISHES = tuple(wish for wish in WISHES if wish.name != "climb")
_QUICK_KINDS, _LARGEST_QUICK = ("sudoku", "latin"), 9  # others take milliseconds a puzzle
_DECIDES_GIVENS = tuple(wish.name for wish in _WISHES if wish.group in ("Givens", "Difficulty"))


def _run(rows: PartRows, options: Options) -> Tables:
    first = options["first"] + rows.first
    kind, order, asked = _asked(options)
    made = generate_many(rows.count, kind, order, first=first, threads=1, **asked)
    return {"puzzles": _table(made, first, rows.count)}


def _table(made: Generated, first: int, n: int) -> pa.Table:
    """Return a row for each puzzle; one that was not found has the attempts that were made."""
    wishes, at = made.wishes, made.indices - first
    attempts = np.full(n, wishes.budget, np.int64)
    attempts[at] = made.attempts
    texts, rules = digit_texts(made.puzzles), _rules(made.drafts)
    n_givens = np.count_nonzero(made.puzzles, axis=1)
    found = {
        "puzzle": texts,
        "rules": rules,
        "n_givens": n_givens,
        "solution": digit_texts(made.solutions),
        "id": ids_of(rules, texts),
    }
    of_all = {
        "kind": wishes.kind,
        "order": wishes.order,
        "is_minimal": wishes.minimal,
        "symmetry": wishes.symmetry,
    }
    fields = table_schema(_COLUMNS)
    columns: dict[str, Any] = {
        **{name: spread(n, at, values, fields.field(name).type) for name, values in found.items()},
        **{
            name: pa.repeat(pa.scalar(value, fields.field(name).type), n)
            for name, value in of_all.items()
        },
        "seed_index": pa.array(np.arange(first, first + n)),
        "attempts": pa.array(attempts),
    }
    errors = {
        missing.index - first: not_found(wishes, missing, offers_climbing=False)
        for missing in made.missing
    }
    names = [*_COLUMNS, "error"]
    return pa.table([*(columns[name] for name in _COLUMNS), errors_column(n, errors)], names=names)


def _rules(puzzles: Drafts) -> pa.Array:
    """Return the column `rules`, which differs from row to row if the cages or the regions do."""
    n, geometry, cages = len(puzzles), puzzles.geometry, puzzles.cages
    if isinstance(geometry, Geometry) and cages is None:
        return pa.repeat(pa.scalar(rules_with(geometry), pa.string()), n)
    of_each = [geometry] * n if isinstance(geometry, Geometry) else geometry
    return pa.array(map(rules_with, of_each, cages or [()] * n), pa.string())


# ------------------------------------------------------------------ options


class _Text(Option):
    """An option of text, which also takes what Python has instead: 24 or (24, 28)."""

    def checked(self, value: Any) -> Any:
        """Return a value as a text, so that a job is the same however it was asked for."""
        ends = value if isinstance(value, tuple | list) else (value,)
        if len(ends) in (1, 2) and all(type(end) in (int, float) for end in ends):
            value = "..".join(map(str, ends))
        return super().checked(value)


class _Seed(Option):
    """A seed, drawn at random if none is given; the job has the one that was drawn."""

    def checked(self, value: Any) -> Any:
        """Return a seed."""
        return seed_of(value)


class _Order(Option):
    """An order, as a number or as it is typed: 6 or 6x6."""

    def checked(self, value: Any) -> Any:
        """Return an order, whose range depends on the kind."""
        return read_order(value) if isinstance(value, str) else value


def _option(wish: Wish) -> Option:
    default = wish.default
    if wish.name == "givens":
        default = (
            f"minimal, if nothing about givens or difficulty is asked for, up to order "
            f"{_LARGEST_MINIMAL}; else {default}"
        )
    words = f"{wish.help}  [default: {default}]" if default else wish.help
    form = _Text if wish.form == "text" else Option
    is_flag = wish.form == "flag"
    least = 1 if wish.form == "count" else None
    return form(wish.name, wish.form, words, False if is_flag else None, least=least)


_OPTIONS = (
    Option(
        "count",
        "count",
        "How many puzzles, such as 10k or 1M.",
        least=1,
        is_argument=True,
        is_required=True,
    ),
    Option("kind", "text", "The kind of the puzzles.", USUAL_KIND, is_argument=True),
    _Order("order", "text", "The n of n x n; 9 if left out, of a calcudoku 6.", is_argument=True),
    Option(
        "first",
        "count",
        "Begin with puzzle N of the seed, counted from 0: after 1M puzzles, --first 1M goes on.",
        0,
        least=0,
    ),
    _Seed(
        "seed",
        "int",
        "The same seed makes the same puzzles on every machine.  [default: random, shown, and kept "
        "in the job]",
        is_drawn=True,
    ),
    *map(_option, _WISHES),
    _option(ATTEMPTS),
)


def _asked(options: Options) -> tuple[str, int | None, dict[str, Any]]:
    """Return the kind, the order and the other wishes, as `generate_many` takes them."""
    kind, order = kind_and_order(options["kind"], options["order"])
    asked = {wish.name: options[wish.name] for wish in (*_WISHES, ATTEMPTS)}
    if _is_minimal_usual(kind, order) and not any(asked[name] for name in _DECIDES_GIVENS):
        asked["givens"] = _MINIMAL
    return kind, order, {"seed": options["seed"], **asked}


def _is_minimal_usual(kind: str, order: int | None) -> bool:
    """Return whether nothing can go from the puzzles of a kind if nothing else is asked for."""
    of_kind = get_kind(kind)
    return not of_kind.has_cages and (order or of_kind.default_order) <= _LARGEST_MINIMAL


def _wishes(options: Options) -> Wishes:
    kind, order, asked = _asked(options)
    return wishes_of(kind, order, **asked)


def _check(options: Options) -> None:
    _wishes(options)
    if options["first"] + options["count"] > MAX_PUZZLES:
        raise BatchError(
            f"expected first and count that add up to at most 1e18, found {options['first']} and "
            f"{options['count']}"
        )


def _is_slow(options: Options) -> bool:
    """Return whether puzzles take long enough for smaller parts."""
    wishes = _wishes(options)
    is_quick = wishes.kind in _QUICK_KINDS and wishes.order <= _LARGEST_QUICK
    return wishes.asks_for_difficulty or not is_quick


VERB = Verb(
    "generate",
    "Make puzzles to order.",
    _run,
    lambda options: _COLUMNS,
    rows=(65_536, 4_096),
    options=_OPTIONS,
    needs=(),
    reads=(),
    keeps_rows=False,
    has_input=False,
    check=_check,
    help="""Make puzzles to order.

    Row i is puzzle i of the seed, as `pandoku generate --seed` makes it, with its solution. A
    puzzle that is not found within the budget is a row with an error. KIND is sudoku unless given;
    `pandoku kinds` lists all kinds. ORDER is 9 for a 9x9, which is usual for most kinds.

    \b
    Examples:
      pandoku batch generate 1M --seed 7 -o a
      pandoku batch generate 1M --seed 7 --first 1M -o more
      pandoku batch generate 10k killer --seed 7 --difficulty hard -o killers
    """,
    makes_cages=_is_slow,
)
