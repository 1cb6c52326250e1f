"""The card of a data set: a README.md with front matter and pictures."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from pandoku.batch.cards.charts import pictures_of
from pandoku.batch.cards.lineage import lineage_of
from pandoku.batch.cards.tally import n_explained_of, tally
from pandoku.batch.cards.text import LICENSE, CardFacts, Config, body_of, title_of
from pandoku.batch.inputs import JOB, Origin, TableFile, require_license, sources_of
from pandoku.batch.receipts import MANIFEST
from pandoku.batch.store import Folder, is_address, opened, place_text
from pandoku.batch.tables import STEPS, column
from pandoku.errors import BatchError

__all__ = ["Card", "front_matter", "license_lines", "licenses_of", "write_card"]

README = "README.md"
_PICTURES = "pictures"
_PART = re.compile(r"(puzzles|steps)/.*\.parquet")
_EXPORTED = re.compile(r"data/([^/]+)/([^/]+)-\d{5}-of-\d{5}\.parquet")
_SPLITS = ("train", "validation", "test")  # splits that a card lists first, in this order
# SPDX names, in lower case, of the licenses that the hub of Hugging Face recognizes.
_HUB_LICENSES = frozenset(
    (
        "afl-3.0", "agpl-3.0", "apache-2.0", "artistic-2.0", "bsd-2-clause", "bsd-3-clause",
        "bsl-1.0", "cc-by-2.0", "cc-by-2.5", "cc-by-3.0", "cc-by-4.0", "cc-by-nc-2.0",
        "cc-by-nc-3.0", "cc-by-nc-4.0", "cc-by-nc-nd-4.0", "cc-by-nc-sa-4.0", "cc-by-nd-4.0",
        "cc-by-sa-3.0", "cc-by-sa-4.0", "cc0-1.0", "isc", "mit", "mpl-2.0", "unlicense", "wtfpl",
        "zlib",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Card:
    """The result of writing a card.

    Attributes:
        path: Path of the card, relative to the folder.
        pictures: Paths of the pictures of the card, relative to the folder.
        rows: Number of puzzles that the card describes.
        licenses: SPDX names of the licenses of the puzzles, without duplicates. None in the tuple
            means that the license of some puzzles is unknown.
    """

    path: str
    pictures: tuple[str, ...]
    rows: int
    licenses: tuple[str | None, ...]


def write_card(
    output: str,
    *,
    made_from: Sequence[str] = (),
    title: str | None = None,
    license: str = LICENSE,
    repository: str = "USER/NAME",
    meanings: Mapping[str, str] | None = None,
    overwrite: bool = False,
) -> Card:
    """Write README.md and its pictures next to the tables of a data set.

    All rows are read, one row group at a time. To find duplicates, ids are sorted in temporary
    files on the local disk. The files take about 18 bytes per id.

    Args:
        output: The folder of the data set, as a path or an address: the output folder of a
            complete job, or of ``export --to hub``.
        made_from: For an export, the output folders of the jobs that were exported. They are
            needed for the history of the puzzles, because an export does not record its jobs.
        title: The heading of the card. None means a heading with the number and the kind of the
            puzzles.
        license: SPDX name of the license of generated puzzles. The licenses of imported puzzles
            were recorded by `import`.
        repository: Name of the data set on the hub, for the example in the card that loads the
            data.
        meanings: Meanings of columns that pandoku does not define, by column name.
        overwrite: Whether to replace an existing README.md.

    Raises:
        BatchError: There is no complete data set, a column has no meaning, the license is not an
            SPDX name, or README.md exists already.
        OSError: A table cannot be read, or the card cannot be written.
    """
    require_license(license)
    output = place_text(output)
    store = Folder(output)
    if not is_address(output) and not Path(output).is_dir():
        raise BatchError(f"{output}: expected the folder of a data set, found none")
    if store.has(README) and not overwrite:
        raise BatchError(f"{store.path_of(README)} exists already; --overwrite replaces it")
    files = _files(store)
    sources = {
        table: sources_of([store.path_of(n) for each in _in_order(splits) for n in splits[each]])
        for table, splits in files.items()
    }
    columns = {table: _columns(table, each, meanings or {}) for table, each in sources.items()}
    with tempfile.TemporaryDirectory(prefix="pandoku-") as scratch:
        counted = tally(sources["puzzles"], Path(scratch))
    lineage = lineage_of(made_from or [output])
    facts = CardFacts(
        tally=counted,
        lineage=lineage,
        columns=columns,
        sizes={
            table: (len(each), sum(source.size for source in each))
            for table, each in sources.items()
        },
        n_steps=sum(each.n_rows for each in sources.get("steps", ())),
        n_explained=n_explained_of(sources.get("steps", [])),
        configs=tuple(_configs(files)),
        license=license,
        repository=repository,
        is_export=not store.has(JOB),
        version=version("pandoku"),
    )
    heading = " ".join((title or title_of(facts)).split())
    pictures = pictures_of(counted)
    written = []
    for name, about in pictures.items():
        for theme, text in about.themes.items():
            path = f"{_PICTURES}/{name}-{theme}.svg"
            store.put(path, text.encode())
            written.append(path)
    licenses = licenses_of(lineage.origins, license)
    matter = front_matter(facts, heading, licenses)
    body = body_of(facts, heading, {name: each.alt for name, each in pictures.items()}, _PICTURES)
    store.put(README, f"{matter}\n{body}".encode())
    return Card(README, tuple(written), counted.n_rows, tuple(licenses))


def _files(store: Folder) -> dict[str, dict[str, list[str]]]:
    """Return the names of the files by table and split, in order.

    Raises:
        BatchError: There are no puzzles, or the job is not complete.
    """
    pattern = _PART if store.has(JOB) else _EXPORTED
    if store.has(JOB) and not store.has(MANIFEST):
        raise BatchError(
            f"{store.place}: expected a complete data set, found a job with unfinished parts; "
            "--resume finishes it"
        )
    found: dict[str, dict[str, list[str]]] = {}
    for name in sorted(each.name for each in store.listed()):
        if match := pattern.fullmatch(name):
            split = "train" if pattern is _PART else match[2]
            found.setdefault(match[1], {}).setdefault(split, []).append(name)
    if "puzzles" not in found:
        raise BatchError(
            f"{store.place}: expected the output folder of a job or of export --to hub, found no "
            "puzzles"
        )
    return found


def _in_order(splits: Mapping[str, object]) -> list[str]:
    known = [split for split in _SPLITS if split in splits]
    return known + sorted(set(splits) - set(known))


def _configs(files: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[Config]:
    for table in sorted(files):  # "puzzles" before "steps"
        is_export = next(iter(files[table].values()))[0].startswith("data/")
        yield Config(
            table,
            tuple(
                (split, f"data/{table}/{split}-*.parquet" if is_export else f"{table}/**/*.parquet")
                for split in _in_order(files[table])
            ),
        )


def _columns(
    table: str, sources: Sequence[TableFile], meanings: Mapping[str, str]
) -> tuple[tuple[str, str, str], ...]:
    """Return the name, type and meaning of each column of a table, in order.

    Raises:
        BatchError: A column has no known meaning.
    """
    steps = {each.name: each for each in STEPS}
    types: dict[str, pa.DataType] = {}
    for source in {each.names: each for each in sources}.values():
        with opened(source.place) as stream:
            schema = pq.read_schema(stream)
        types |= {field.name: field.type for field in schema if field.name not in types}
    listed = []
    for name, data_type in types.items():
        known = steps.get(name) if table == "steps" else column(name)
        meaning = meanings.get(name) or (known.meaning if known else None)
        if meaning is None:
            raise BatchError(
                f"column {name!r} of the table {table} has no known meaning; give one with "
                f"--meaning {name}=TEXT, or leave the column out with --carry"
            )
        listed.append((name, re.sub(r"\b(?:element|item): ", "", str(data_type)), meaning))
    return tuple(listed)


def licenses_of(origins: Sequence[Origin], chosen: str) -> list[str | None]:
    """Return the licenses of puzzles, without duplicates. None stands for an unknown license.

    Args:
        origins: Sources of the puzzles.
        chosen: License of generated puzzles.
    """
    found = (chosen if each.is_generated else each.license for each in origins)
    return list(dict.fromkeys(found))


def license_lines(licenses: Sequence[str | None]) -> list[str]:
    """Return the lines of the front matter that state the licenses."""
    if not licenses or None in licenses:
        return ["license: unknown"]
    names = [each.lower() for each in licenses if each]
    if not _HUB_LICENSES.issuperset(names):
        joined = " AND ".join(filter(None, licenses))
        return ["license: other", f"license_name: {json.dumps(joined)}"]
    return [f"license: {names[0]}"] if len(names) == 1 else ["license:", *(f"- {x}" for x in names)]


def front_matter(facts: CardFacts, title: str, licenses: Sequence[str | None]) -> str:
    """Return the front matter, including the line ``---`` before it and after it."""
    counted = facts.tally
    generated = any(each.is_generated for each in facts.lineage.origins)
    kinds = [kind for (kind,) in counted.by("kind") if kind]
    tags = ["pandoku", "puzzles", "reasoning", "constraint-satisfaction", *sorted(kinds)]
    tags += ["synthetic"] if generated else []
    tasks = ["text-generation", "other"] if facts.n_steps else ["other"]
    lines = ["---", *license_lines(licenses)]
    lines += [f"pretty_name: {json.dumps(title, ensure_ascii=False)}"]
    if any(name == "text" for name, *_ in facts.columns.get("steps", ())):
        lines += ["language:", "- en"]
    lines += ["task_categories:", *(f"- {each}" for each in tasks)]
    lines += ["tags:", *(f"- {json.dumps(each, ensure_ascii=False)}" for each in tags)]
    sizes = ("1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T")
    place = len(str(counted.n_rows)) - 4
    if place < 0:
        size = f"n<{sizes[0]}"
    elif place < len(sizes) - 1:
        size = f"{sizes[place]}<n<{sizes[place + 1]}"
    else:
        size = f"n>{sizes[-1]}"
    lines += ["size_categories:", f"- {size}", "configs:"]
    for config in facts.configs:
        lines += [f"- config_name: {config.name}"]
        lines += ["  default: true"] if config.name == "puzzles" else []
        lines += ["  data_files:"]
        for split, pattern in config.data_files:
            lines += [f"  - split: {split}", f"    path: {json.dumps(pattern, ensure_ascii=False)}"]
    return "\n".join([*lines, "---", ""])
