"""`batch generate`: generate puzzles with given options. Row i is puzzle i of the seed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from pandoku import generation
from pandoku.batch.columns import digit_texts, errors_column, ids_of, spread
from pandoku.batch.rules import rules_of, rules_with
from pandoku.batch.tables import table_schema
from pandoku.batch.verbs._verb import Option, Options, PartRows, Tables, Verb
from pandoku.errors import BatchError
from pandoku.model import Geometry
from pandoku.words import ATTEMPTS, WISHES, Wish

__all__ = ["VERB"]

_COLUMNS = (
    "puzzle", "rules", "kind", "order", "n_givens", "seed_index", "attempts", "is_minimal",
    "symmetry", "solution", "id",
)  # fmt: skip
_MINIMAL = "minimal"
_LARGEST_MINIMAL = 16  # the largest order whose puzzles are minimal by default
_WISHES = tuple(wish for wish in WISHES if wish.name != "climb")
# A puzzle of one of these kinds, up to this order, takes less than a millisecond.
_QUICK_KINDS, _LARGEST_QUICK = ("sudoku", "latin"), 9
_DECIDES_GIVENS = tuple(wish.name for wish in _WISHES if wish.group in ("Givens", "Difficulty"))


def _run(rows: PartRows, options: Options) -> Tables:
    first = options["first"] + rows.first
    kind, order, asked = _asked(options)
    made = generation.generate_many(rows.count, kind, order, first=first, threads=1, **asked)
    n, wishes, at = rows.count, made.wishes, made.indices - first
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
        missing.index - first: generation.not_found(wishes, missing, offers_climbing=False)
        for missing in made.missing
    }
    names = [*_COLUMNS, "error"]
    values = [*(columns[name] for name in _COLUMNS), errors_column(n, errors)]
    return {"puzzles": pa.table(values, names=names)}


def _rules(puzzles: generation.Drafts) -> pa.Array:
    """Return the column `rules`. Its rows are equal if puzzles share regions and lack cages."""
    n, geometry, cages = len(puzzles), puzzles.geometry, puzzles.cages
    if puzzles.further is not None:
        return pa.array([rules_of(puzzles.puzzle(at)) for at in range(n)], pa.string())
    if isinstance(geometry, Geometry) and cages is None:
        return pa.repeat(pa.scalar(rules_with(geometry), pa.string()), n)
    of_each = [geometry] * n if isinstance(geometry, Geometry) else geometry
    return pa.array(map(rules_with, of_each, cages or [()] * n), pa.string())


# ------------------------------------------------------------------ options


class _Text(Option):
    """A text option that also accepts a number such as 24, or a range such as (24, 28)."""

    def checked(self, value: Any) -> Any:
        """Return a value as a string, so that equal requests give the same job."""
        ends = value if isinstance(value, tuple | list) else (value,)
        if len(ends) in (1, 2) and all(type(end) in (int, float) for end in ends):
            value = "..".join(map(str, ends))
        return super().checked(value)


class _Seed(Option):
    """A seed. If the caller gives no seed, a random seed is drawn and stored in the job."""

    def checked(self, value: Any) -> Any:
        """Return the seed as an int."""
        return generation.seed_of(value)


class _Order(Option):
    """An order, as a number or as text: 6 or 6x6."""

    def checked(self, value: Any) -> Any:
        """Return an order. Its range is checked later, because the kind determines the range."""
        return generation.read_order(value) if isinstance(value, str) else value


def _option(wish: Wish) -> Option:
    default = wish.default
    if wish.name == "givens":
        default = (
            f"minimal up to order {_LARGEST_MINIMAL} unless givens or difficulty are requested; "
            f"otherwise {default}"
        )
    words = f"{wish.help}  [default: {default}]" if default else wish.help
    form = _Text if wish.form == "text" else Option
    is_flag = wish.form == "flag"
    least = 1 if wish.form == "count" else None
    default_value = False if is_flag else None
    return form(wish.name, wish.form, words, default_value, least=least, shell_name=wish.shell_name)


_OPTIONS = (
    Option(
        "count",
        "count",
        "Number of puzzles, such as 10k or 1M.",
        least=1,
        is_argument=True,
        is_required=True,
    ),
    Option("kind", "text", "The kind of the puzzles.", generation.USUAL_KIND, is_argument=True),
    _Order(
        "order", "text", "The n of n x n. The default is 9, or 6 for calcudoku.", is_argument=True
    ),
    Option(
        "first",
        "count",
        "Start with puzzle N of the seed, counted from 0. After 1M puzzles, continue with --first "
        "1M.",
        0,
        least=0,
    ),
    _Seed(
        "seed",
        "int",
        "The same seed makes the same puzzles on every machine.  [default: random, shown, and "
        "stored in the job]",
        is_drawn=True,
    ),
    *map(_option, _WISHES),
    _option(ATTEMPTS),
)


def _asked(options: Options) -> tuple[str, int | None, dict[str, Any]]:
    """Return the kind, the order and the other arguments of `generate_many`."""
    kind, order = generation.kind_and_order(options["kind"], options["order"])
    asked = {wish.name: options[wish.name] for wish in (*_WISHES, ATTEMPTS)}
    of_kind = generation.get_kind(kind)
    is_small = (order or of_kind.default_order) <= _LARGEST_MINIMAL
    is_dug = not of_kind.has_cages and not asked["constraints"]
    if is_dug and is_small and not any(asked[name] for name in _DECIDES_GIVENS):
        asked["givens"] = _MINIMAL
    return kind, order, {"seed": options["seed"], **asked}


def _wishes(options: Options) -> generation.Wishes:
    kind, order, asked = _asked(options)
    return generation.wishes_of(kind, order, **asked)


def _check(options: Options) -> None:
    _wishes(options)
    if options["first"] + options["count"] > generation.MAX_PUZZLES:
        raise BatchError(
            f"expected a sum of first and count of at most 1e18, found {options['first']} and "
            f"{options['count']}"
        )


def _is_slow(options: Options) -> bool:
    """Return whether puzzles take so long that parts should be smaller."""
    wishes = _wishes(options)
    is_quick = wishes.kind in _QUICK_KINDS and wishes.order <= _LARGEST_QUICK
    return wishes.asks_for_difficulty or bool(wishes.mix) or not is_quick


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

    Row i is puzzle i of the seed, as made by `pandoku generate --seed`, with its solution. If a
    puzzle is not found in the allowed attempts, its row has an error. The default KIND is sudoku,
    and `pandoku kinds` lists all kinds. ORDER is 9 for 9x9, the default of most kinds.

    \b
    Examples:
      pandoku batch generate 1M --seed 7 -o a
      pandoku batch generate 1M --seed 7 --first 1M -o more
      pandoku batch generate 10k killer --seed 7 --difficulty hard -o killers
    """,
    makes_cages=_is_slow,
)
