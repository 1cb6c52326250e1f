"""The card of a data set: a README.md with front matter and pictures."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pandoku.batch.cards.front_matter import front_matter, licenses_of
from pandoku.batch.cards.lineage import lineage_of
from pandoku.batch.cards.pictures import pictures_of
from pandoku.batch.cards.tally import tally
from pandoku.batch.cards.text import LICENSE, CardFacts, Config, body_of, title_of
from pandoku.batch.inputs import JOB, TableFile, read_rows, rows_in, sources_of
from pandoku.batch.origins import require_license
from pandoku.batch.receipts import MANIFEST
from pandoku.batch.store import Folder, is_address, opened, place_text
from pandoku.batch.tables import STEPS, column
from pandoku.errors import BatchError

__all__ = ["Card", "write_card"]

README = "README.md"
_PICTURES = "pictures"
_PART = re.compile(r"(puzzles|steps)/.*\.parquet")
_EXPORTED = re.compile(r"data/([^/]+)/([^/]+)-\d{5}-of-\d{5}\.parquet")
_SPLITS = ("train", "validation", "test")  # the first splits, followed by others by name


@dataclass(frozen=True, slots=True)
class Card:
    """A card that was written.

    Attributes:
        path: Path of the card, relative to the folder.
        pictures: Paths of its pictures, relative to the folder.
        rows: Number of puzzles that it describes.
        licenses: The licenses of the puzzles, without duplicates. None is an unknown license.
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

    All rows are read, one row group at a time. To find duplicates, ids are sorted in files on the
    local disk, which take about 18 bytes per id.

    Args:
        output: The output folder of a complete job, or of ``export --to hub``. A path or address.
        made_from: The output folders that were exported. An export does not record its jobs.
        title: The heading. None means one made from the number and kind of the puzzles.
        license: SPDX name of the license of generated puzzles. The licenses of imported puzzles
            come from their imports.
        repository: Name on the hub, for the code that loads the data.
        meanings: Meanings of columns that pandoku does not know, by name.
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
    sources = {table: sources_of(_paths(store, splits)) for table, splits in files.items()}
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
        n_explained=_n_explained(sources.get("steps", [])),
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


def _n_explained(steps: list[TableFile]) -> int | None:
    """Return the number of puzzles with steps, or None if the steps have no numbers."""
    if not all("step" in each.names for each in steps):
        return None
    n = 0
    for file, group, n_rows in rows_in(steps):
        numbers = read_rows(steps, [(file, group, 0, n_rows)], ["step"])["step"]
        n += pc.sum(pc.equal(numbers, 1)).as_py() or 0
    return n


def _files(store: Folder) -> dict[str, dict[str, list[str]]]:
    """Return the files of each table by split, in order.

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


def _paths(store: Folder, splits: Mapping[str, Sequence[str]]) -> list[str]:
    return [store.path_of(name) for split in _in_order(splits) for name in splits[split]]


def _in_order(splits: Mapping[str, object]) -> list[str]:
    known = [split for split in _SPLITS if split in splits]
    return known + sorted(set(splits) - set(known))


def _configs(files: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[Config]:
    for table in sorted(files):  # puzzles before steps
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
