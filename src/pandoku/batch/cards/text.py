"""The text of a card, section by section, with notes on scales and on the sampling of grids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pandoku.batch.cards.lineage import Lineage
from pandoku.batch.cards.tally import Tally
from pandoku.rating import LEVELS, level_range

__all__ = [
    "LICENSE",
    "CardFacts",
    "Config",
    "ScaleNote",
    "about_grids",
    "about_scale",
    "body_of",
    "title_of",
]

LICENSE = "CC0-1.0"  # default license of generated puzzles
_SITE = "https://pandoku.github.io/pandoku"
_PROJECT = "https://github.com/pandoku/pandoku"
_NO_SPLIT = "no split"
_USUAL_SPLITS = ("train", "validation", "test")
_EXACT = "every grid is equally likely"


class Config(NamedTuple):
    """A table of a data set. The hub and the library `datasets` call it a configuration.

    Attributes:
        name: Name of the table.
        data_files: Pairs of a split and a pattern that matches the files of the split.
    """

    name: str
    data_files: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class CardFacts:
    """The facts of a card.

    Attributes:
        tally: Statistics of the puzzles.
        lineage: The jobs that made the tables, and the sources of the puzzles.
        columns: Name, type and meaning of the columns of each table.
        sizes: Number of files of each table, and their total size in bytes.
        n_steps: Number of rows of the table `steps`.
        n_explained: Number of puzzles with steps, or None if the table `steps` has no column
            `step`.
        configs: The tables, puzzles first.
        license: License of generated puzzles.
        repository: Name on the hub.
        is_export: Whether the files are an export for the hub rather than the output of a job.
        version: Version of pandoku that writes the card.
    """

    tally: Tally
    lineage: Lineage
    columns: Mapping[str, tuple[tuple[str, str, str], ...]]
    sizes: Mapping[str, tuple[int, int]]
    n_steps: int
    n_explained: int | None
    configs: tuple[Config, ...]
    license: str
    repository: str
    is_export: bool
    version: str

    @property
    def names(self) -> set[str]:
        """The columns of the table `puzzles`."""
        return {name for name, *_ in self.columns["puzzles"]}

    @property
    def is_sample(self) -> bool:
        """True if only some of the puzzles have steps."""
        return 0 < (self.n_explained or 0) < self.tally.n_rows

    @property
    def splits(self) -> list[str]:
        """The splits that occur, in order."""
        found = {split for (split,) in self.tally.by("split") if split}
        return [split for split in _USUAL_SPLITS if split in found] + sorted(
            found - set(_USUAL_SPLITS)
        )


def title_of(facts: CardFacts) -> str:
    """Return a heading for the puzzles.

    The heading contains the number of puzzles (rounded down to hundredths of a million or billion
    if it is that large), their kinds if there are at most two, and their order if it is the same
    for all puzzles.
    """
    found = {key for key in facts.tally.by("kind", "order") if key[0]}
    kinds = sorted({kind.capitalize() for kind, _ in found if kind})
    what = f"{' and '.join(kinds)} puzzles" if 0 < len(kinds) <= 2 else "number puzzles"
    orders = {order for _, order in found}
    grid = f", {next(iter(orders))}x{next(iter(orders))}" if len(orders) == 1 else ""
    n = facts.tally.n_rows
    number = f"{n:,}"
    for size, word in ((10**6, "million"), (10**9, "billion")):
        if n >= size:
            number = f"{int(n / size * 100) / 100:g} {word}"
    return f"{number} {what}{grid}"


def body_of(facts: CardFacts, title: str, alts: Mapping[str, str], folder: str) -> str:
    """Return the card below its front matter, in Markdown.

    Args:
        facts: Content of the card.
        title: Heading of the card.
        alts: Alternative text of each picture, by name.
        folder: Folder of the pictures, relative to the card.
    """
    sections: list[tuple[str, Callable[[CardFacts], Iterable[str]]]] = [
        ("How to load it", _loading),
        ("Rows", _rows),
        ("Columns", _columns),
        ("How it was made", _making),
        ("Solutions", _solutions),
        ("Grids", _grids),
        ("Ratings", _ratings),
        ("Classes, splits and duplicates", _classes),
        ("Known limits", _limits),
        ("License", _license),
    ]
    lines = [f"# {title}", "", *_opening(facts), ""]
    for name, alt in alts.items():
        path, text = f"{folder}/{name}", alt.replace('"', "'")
        lines += [
            f'<picture><source media="(prefers-color-scheme: dark)" srcset="{path}-dark.svg">'
            f'<img src="{path}-light.svg" alt="{text}" width="760"></picture>',
            "",
        ]
    for heading, section in sections:
        if paragraphs := list(section(facts)):
            lines += [f"## {heading}", "", *paragraphs, ""]
    return "\n".join(lines)


def _table(head: Sequence[str], rows: Iterable[Sequence[object]], right: int = 1) -> Iterator[str]:
    """Yield the lines of a table. The columns from index *right* to the last are right-aligned."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'|'.join('---' if at < right else '---:' for at in range(len(head)))}|"
    for row in rows:
        cells = (f"{each:,}" if isinstance(each, int) else str(each) for each in row)
        yield f"| {' | '.join(cells)} |"


def _n(n: int, what: str) -> str:
    return f"1 {what}" if n == 1 else f"{n:,} {what}s"


def _opening(facts: CardFacts) -> Iterator[str]:
    names, parts = facts.names, []
    if "solution" in names:
        parts.append("its solution")
    if facts.tally.scores:
        parts.append("a rating of its difficulty")
    if "techniques" in names:
        parts.append("the techniques that solve it")
    if "class_id" in names:
        parts.append("an id that isomorphic puzzles share")
    text = f"{_n(facts.tally.n_rows, 'puzzle')}, one per row"
    if parts:
        text += f", each with {', '.join(parts[:-1])}{' and ' if parts[1:] else ''}{parts[-1]}"
    if facts.n_steps:
        n = facts.n_explained or 0
        whose = f" of {_n(n, 'puzzle')} among them" if facts.is_sample else ""
        text += f". The table `steps` has {_n(facts.n_steps, 'step')}{whose}"
    yield f"{text}. Made with [pandoku]({_PROJECT})."


def _loading(facts: CardFacts) -> Iterator[str]:
    config = facts.configs[0]
    split = config.data_files[-1][0]
    pattern = config.data_files[-1][1]
    yield "```python"
    yield "from datasets import load_dataset"
    yield ""
    for each in facts.configs:
        yield f'{each.name} = load_dataset("{facts.repository}", "{each.name}", split="{split}")'
    yield "```"
    yield ""
    yield "In this folder, or in a clone of the repository:"
    yield ""
    yield "```python"
    yield "import duckdb, polars"
    yield ""
    yield f"duckdb.sql(\"select * from '{pattern}' limit 10\")"
    yield f'polars.scan_parquet("{pattern}").head(10).collect()'
    yield "```"
    if facts.n_steps:
        yield ""
        yield "Steps have the `id` of their puzzle and are in the order of `step`."
    if facts.is_sample:
        yield (
            f"**Only {facts.n_explained:,} of the {facts.tally.n_rows:,} puzzles have steps**, so "
            "an inner join of both tables drops the others."
        )


def _rows(facts: CardFacts) -> Iterator[str]:
    counted, splits = facts.tally, facts.splits
    if splits:
        by_split = counted.by("split")
        of_splits = [(split, by_split[split,]) for split in splits]
        of_splits += [(_NO_SPLIT, by_split[None,])] if by_split[None,] else []
        yield from _table(("split", "rows"), of_splits)
        yield ""
    kinds = counted.by("kind", "order")
    known = sorted((key for key in kinds if key[0]), key=lambda key: (key[0], int(key[1] or 0)))
    if known:
        rows = [(kind, f"{order}x{order}", kinds[kind, order]) for kind, order in known]
        yield from _table(("kind", "order", "rows"), rows, right=2)
        yield ""
    levels = counted.by("level", "split")
    if any(level for level, _ in levels):
        total = Counter(dict.fromkeys(LEVELS, 0))
        for (level, _), n in levels.items():
            total[level or "not rated"] += n
        shown = [level for level in (*LEVELS, *(set(total) - set(LEVELS))) if total[level]]
        by_level = []
        for level in shown:
            share = f"{100 * total[level] / total.total():.1f} %"
            key = None if level == "not rated" else level
            counts = [levels[key, split] for split in splits]
            by_level.append((level, total[level], share, *counts))
        yield from _table(("level", "rows", "share", *splits), by_level)
        yield ""
    n_files, n_bytes = map(sum, zip(*facts.sizes.values(), strict=True))
    each = (f"{table} {_mb(size)}" for table, (_, size) in sorted(facts.sizes.items()))
    by_table = f": {', '.join(each)}" if len(facts.sizes) > 1 else ""
    yield f"{_n(n_files, 'file')} of tables, {_mb(n_bytes)}{by_table}."
    if counted.n_bad:
        yield (
            f"{_n(counted.n_bad, 'row')} could not be read or made. The column `error` has the "
            "reason, and results are null."
        )


def _mb(n_bytes: int) -> str:
    return f"{n_bytes / 1e6:,.1f} MB"


def _columns(facts: CardFacts) -> Iterator[str]:
    for number, (table, columns) in enumerate(sorted(facts.columns.items())):
        if number:
            yield ""
        yield f"Table `{table}`:"
        yield ""
        rows = (
            (f"`{name}`", f"`{data_type}`", _cell(meaning)) for name, data_type, meaning in columns
        )
        yield from _table(("column", "type", "meaning"), rows, right=3)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _making(facts: CardFacts) -> Iterator[str]:
    lineage = facts.lineage
    if not lineage.ancestors:
        yield "The jobs that made these tables are not known."
        return
    yield "Each letter stands for a folder of tables."
    yield ""
    yield "```console"
    for each in lineage.ancestors:
        yield f"$ {each.command}"
    yield "```"
    yield ""
    rows = []
    for each in lineage.ancestors:
        seed, versions = each.job.options.get("seed"), each.job.versions
        listed = ", ".join(f"{name} {number}" for name, number in versions.items())
        rows.append(
            (
                f"{each.name}: {each.job.verb}",
                "" if seed is None else str(seed),
                listed,
                f"`{each.job.id}`",
            )
        )
    yield from _table(("folder", "seed", "versions", "job"), rows, right=4)
    yield ""
    yield (
        "With the same versions, these commands write the same bytes on every machine. "
        "The id of a job is a hash of its options, versions and inputs. pandoku "
        f"{facts.version} wrote this card."
    )
    if lineage.missing:
        ids = ", ".join(f"`{each}`" for each in lineage.missing)
        yield f"Earlier jobs whose folders were not found: {ids}."


def _solutions(facts: CardFacts) -> Iterator[str]:
    counts = facts.tally.values.get("n_solutions")
    if counts:
        numbers = {int(value): n for value, n in counts.items()}
        one, none = numbers.get(1, 0), numbers.get(0, 0)
        several = sum(n for value, n in numbers.items() if value > 1)
        undecided = sum(n for value, n in numbers.items() if value < 0)
        parts = [f"{_n(one, 'row')} {'has' if one == 1 else 'have'} exactly one solution"]
        parts += [f"{several:,} several"] if several else []
        parts += [f"{none:,} none"] if none else []
        parts += [f"{undecided:,} were not decided within the budget"] if undecided else []
        found = f"{', '.join(parts)} (column `n_solutions`)"
        if facts.lineage.verbs & {"solve", "count"}:
            yield f"A complete search checked every good row: {found}."
        else:
            yield f"According to the tables, but not proved by any known job: {found}."
    elif any(each.is_generated for each in facts.lineage.origins):
        yield (
            "pandoku proved by a complete search that each puzzle it generated has exactly one "
            "solution."
        )
    else:
        yield (
            "It is not known whether each puzzle has exactly one solution. `pandoku batch solve` "
            "finds out."
        )
    if not facts.is_export:
        yield "`pandoku batch verify --solutions` checks it again."


def _grids(facts: CardFacts) -> Iterator[str]:
    if not any(each.is_generated for each in facts.lineage.origins):
        return
    yield (
        "A generated puzzle starts from a random solution grid "
        f"([Are the grids uniform?]({_SITE}/uniform.html) describes the tests of this):"
    )
    yield ""
    found = sorted(
        (kind, int(order)) for kind, order in facts.tally.by("kind", "order") if kind and order
    )
    for kind, order in found:
        yield f"- {kind} {order}x{order}: {about_grids(kind, order)}."
    yield ""
    yield (
        "The puzzles of a grid are not equally likely: a random search chooses the givens and "
        "finds some puzzles more often than others."
    )


def _ratings(facts: CardFacts) -> Iterator[str]:
    scores = facts.tally.scores
    if not scores:
        return
    rated = next((a.job for a in facts.lineage.ancestors if a.job.verb == "rate"), None)
    for scale in sorted(scores):
        note = about_scale(scale)
        by = f" Rated by pandoku {rated.versions['pandoku']}." if rated else ""
        yield f"- `{scale}`, {_n(scores[scale].total(), 'row')}: {note.text}{by}"
    yield ""
    spans = []
    for word in LEVELS:
        start, end = level_range(word)
        above = f"from {start:.1f}" if end == float("inf") else f"{start:.1f} to {end:.1f}"
        spans.append(f"{word} {above if start else f'up to {end:g}'}")
    yield f"The values of `level` are ranges of the scales se and pandoku: {', '.join(spans)}."
    yield ""
    yield (
        "A rating is the score of the hardest step if a solver always takes the easiest step it "
        "can find. It does not measure the time a person needs, the number of hard steps or how "
        "well they are hidden, nor the guesses or seconds of a program."
    )
    ends = facts.tally.values.get("stopped", Counter())
    bounded = sum(ends[each] for each in ("bounded", "budget", "stuck"))
    if bounded:
        yield (
            f"The rating of {_n(bounded, 'row')} is a lower bound (`stopped` is bounded, budget or "
            "stuck)."
        )


def _classes(facts: CardFacts) -> Iterator[str]:
    distinct, splits = facts.tally.distinct, facts.splits
    if classes := distinct.get("solution_class_id"):
        text = f"- {classes.n_ids:,} different solution grids up to isomorphism. "
        if len(splits) > 1:
            text += (
                f"**Classes shared between splits: {classes.n_shared:,}.** This compares the "
                "canonical forms of the solution grids of all rows."
            )
        yield text.rstrip()
    elif len(splits) > 1:
        yield (
            "- Splits were not checked for shared solution grids, because there is no column "
            "`solution_class_id`. `pandoku batch split` adds it."
        )
    for name, what in (("class_id", "isomorphic to"), ("id", "the same text as")):
        if found := distinct.get(name):
            verb = "is" if found.n_later == 1 else "are"
            yield f"- {_n(found.n_later, 'row')} {verb} {what} an earlier row (`{name}`)."
    if "class_id" not in distinct:
        yield (
            "- Rows were not checked for isomorphic puzzles, because there is no column "
            "`class_id`. `pandoku batch canonical` adds it."
        )
    n = facts.tally.n_variants
    if n:
        yield (
            f"- {_n(n, 'row')} {'is a random image' if n == 1 else 'are random images'} of other "
            "rows of train (`variant` above 0), so they are isomorphic to these rows."
        )


def _limits(facts: CardFacts) -> Iterator[str]:
    counted = facts.tally
    levels = Counter({level: n for (level,), n in counted.by("level").items() if level})
    if levels:
        word, n = levels.most_common(1)[0]
        share = f"{100 * n / levels.total():.0f} %"
        yield (
            f"- The levels are not balanced: {share} of the rated rows are {word}. "
            "`pandoku batch sample --by level --each N` takes up to N rows of each level."
        )
    if not facts.splits:
        yield (
            "- There is no split. A random split would put the same solution grid into train and "
            "test, but `pandoku batch split` keeps each class in one split."
        )
    yield (
        "- `id` is the hash of a text, so isomorphic puzzles have different ids. They have the "
        "same `class_id`."
    )
    yield (
        "- Most readers do not detect a flipped bit in a page. pyarrow does with "
        "`page_checksum_verification=True`"
        + ("." if facts.is_export else ", and `pandoku batch verify` checks every byte.")
    )
    if any(each.license is None and not each.is_generated for each in facts.lineage.origins):
        yield "- The license of some puzzles is unknown (see below)."


def _license(facts: CardFacts) -> Iterator[str]:
    rows = []
    for each in facts.lineage.origins:
        license = facts.license if each.is_generated else each.license or "unknown"
        name = "generated by pandoku" if each.is_generated else _cell(each.name)
        origin = each.origin or ""
        is_link = origin.startswith(("http://", "https://"))
        rows.append((name, license, f"<{origin}>" if is_link else _cell(origin)))
    yield from _table(("puzzles", "license", "origin"), rows, right=3)


class ScaleNote(NamedTuple):
    """A note on a rating scale.

    Attributes:
        short: Name of the scale, for the subtitle of a picture.
        text: Sentences on the meaning of the scale's numbers, and on whether the numbers may
            change.
    """

    short: str
    text: str


_SCALES = {
    "se": ScaleNote(
        "scale se (Sudoku Explainer 1.2.1)",
        "The ratings ER, EP and ED of Sudoku Explainer 1.2.1, number for number. They exist for "
        "9x9 Sudokus only and do not change.",
    ),
    "pandoku": ScaleNote(
        "scale pandoku",
        "Numbers like ER for puzzles of every kind. Techniques and weights may change between "
        "versions of pandoku, so compare only ratings from the same version.",
    ),
    "hodoku": ScaleNote(
        "scale hodoku (HoDoKu 2.2.0)",
        "The levels and scores of HoDoKu 2.2.0, a sum over all steps. They do not change.",
    ),
}


def about_scale(name: str) -> ScaleNote:
    """Return the note on a scale."""
    unknown = ScaleNote(f"scale {name}", "A scale that this version of pandoku does not describe.")
    return _SCALES.get(name, unknown)


def about_grids(kind: str, order: int) -> str:
    """Return a phrase that describes how solution grids are drawn. See docs/uniform.md."""
    if kind in ("sudoku", "killer") and order == 9:
        return (
            f"{_EXACT}: the first band and the first stack are drawn and accepted in proportion to "
            "the number of their completions, and one of these is drawn"
        )
    if (kind in ("sudoku", "killer") and order in (4, 6)) or (
        kind in ("calcudoku", "latin") and order <= 5
    ):
        return (
            f"{_EXACT}: all grids with a first row 1, 2, 3, ... are listed, one is chosen at "
            "random, and its digits are relabeled"
        )
    if kind in ("calcudoku", "latin"):
        return (
            f"{_EXACT} in the limit of a long random walk (Jacobson and Matthews, 1996); tests "
            "find no difference"
        )
    if kind == "jigsaw" and order >= 10:
        return "grids are not equally likely: each was found together with its regions"
    return (
        "grids are nearly equally likely: a random walk repeatedly clears part of a grid and "
        "refills it in a random way"
    )
