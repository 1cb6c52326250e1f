"""Jobs in two forms: as requested, and as written to job.json before the first part runs."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.metadata import version
from typing import Any

import pyarrow as pa

from pandoku.batch.imports.importing import licensed
from pandoku.batch.imports.opening import stream_of
from pandoku.batch.inputs import GENERATED, JOB, Origin, TableFile, files_of, origins_of, sources_of
from pandoku.batch.plan import Plan
from pandoku.batch.store import Folder, place_text
from pandoku.batch.tables import column, fields_of, fits
from pandoku.batch.verbs import Options, Verb, get_verb
from pandoku.errors import BatchError

__all__ = [
    "JOB_FORMAT",
    "Job",
    "Planned",
    "names_to_read",
    "planned",
    "planned_at",
    "same_but_for",
    "versions",
    "why_not_alike",
]

JOB_FORMAT = 1  # version of the format of the files in .pandoku
_MOST_SHOWN = 4  # maximum number of differences that a message lists
ALL, NONE = "all", "none"  # values of `Job.carry` that are not names of columns
_ALIKE = ("pandoku", "pyarrow", "numpy")


@cache
def versions() -> dict[str, str]:
    """Return the versions of the libraries that affect the bytes of a table."""
    return {name: version(name) for name in _ALIKE}


def why_not_alike(wanted: Mapping[str, str], found: Mapping[str, str] | None = None) -> str | None:
    """Return an error message if the versions of a worker and a job differ, or None if they agree.

    Args:
        wanted: The versions of the job.
        found: The versions of the worker. None means this process.
    """
    found = versions() if found is None else found
    odd = next((name for name in wanted if found.get(name) != wanted[name]), None)
    if odd is None:
        return None
    return (
        f"expected {odd} {wanted[odd]} on all workers, as in the job, found "
        f"{found.get(odd, 'none')}: other versions may write other bytes"
    )


@dataclass(frozen=True, slots=True)
class Job:
    """A request to run a verb on tables.

    Attributes:
        verb: Name of a verb, such as "solve".
        inputs: Places of the tables: output folders of jobs, files, patterns, or addresses such as
            ``s3://bucket/folder``. A single place needs no list.
        output: Folder for the tables, a path or an address.
        options: Options of the verb.
        rows: Maximum number of rows of a part, at least 1. None means the default of the verb.
        carry: Columns of the input to copy to the output: "all", "none" or a list of names.
    """

    verb: str
    inputs: Sequence[str | os.PathLike[str]] | str | os.PathLike[str] = ()
    output: str | os.PathLike[str] = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    rows: int | None = None
    carry: Sequence[str] | str = ALL

    @property
    def places(self) -> list[str]:
        """The inputs as strings."""
        if isinstance(self.inputs, str | os.PathLike):
            return [place_text(self.inputs)]
        return list(map(place_text, self.inputs))

    @property
    def folder(self) -> str:
        """The output as a string."""
        return place_text(self.output)


@dataclass(frozen=True, slots=True)
class Planned:
    """A job as stored in job.json.

    Attributes:
        id: 32 hex digits, a hash of everything that affects the bytes of the output.
        verb: Name of the verb.
        options: The options of the verb that affect the bytes of the output.
        rows: Maximum number of rows of a part.
        carry: "all", "none" or the names of the input columns that are copied to the output.
        versions: Versions of the libraries that affect the bytes of the output.
        sources: The input files.
        count: Number of rows to make if the verb has no input, otherwise -1. For a verb that reads
            a stream, the number is set when the stream has ended.
        about: Other information, such as licenses. It does not affect the id of the job.
    """

    id: str
    verb: str
    options: dict[str, Any]
    rows: int
    carry: str | tuple[str, ...]
    versions: dict[str, str]
    sources: tuple[TableFile, ...]
    count: int
    about: dict[str, Any]

    @property
    def plan(self) -> Plan:
        """The division of the rows into parts."""
        return _plan(self)

    @property
    def fields(self) -> pa.Schema:
        """The columns of all inputs, with the types that all parts use.

        Raises:
            BatchError: The types of a column in two inputs cannot be joined.
        """
        return _fields(self)

    @property
    def work(self) -> Verb:
        """The verb."""
        return get_verb(self.verb)

    @property
    def checked(self) -> dict[str, Any]:
        """The options, with the types that the verb expects."""
        options = self.options.items()
        return self.work.checked({k: tuple(v) if isinstance(v, list) else v for k, v in options})

    def as_json(self) -> dict[str, Any]:
        """Return the content of job.json. Inputs with equal schemas share one schema."""
        places: dict[pa.Schema | None, int] = {}
        inputs = [
            source.as_json() | {"schema": places.setdefault(source.schema, len(places))}
            for source in self.sources
        ]
        schemas = [
            None if each is None else base64.b64encode(each.serialize()).decode() for each in places
        ]
        return {
            "format": JOB_FORMAT,
            "job": self.id,
            "verb": self.verb,
            "options": self.options,
            "rows": self.rows,
            "carry": self.carry if isinstance(self.carry, str) else list(self.carry),
            "count": self.count,
            "versions": self.versions,
            "schemas": schemas,
            "inputs": inputs,
            "about": self.about,
        }

    def __hash__(self) -> int:
        return hash(self.id)


@lru_cache(maxsize=16)
def _fields(job: Planned) -> pa.Schema:
    schemas = ((each.place, each.schema) for each in job.sources if each.schema is not None)
    return fields_of(schemas, names_to_read(job))


def names_to_read(job: Planned) -> list[str] | None:
    """Return the columns to read, for the verb or to copy to the output. None means all."""
    if job.carry == ALL:
        return None
    carried = job.carry if isinstance(job.carry, tuple) else ()
    return list(dict.fromkeys((*job.work.needed(job.checked), *job.work.reads, *carried, "id")))


@lru_cache(maxsize=16)
def _plan(job: Planned) -> Plan:
    if job.count >= 0:
        return Plan.of_count(job.count, job.rows)
    return Plan.of_groups([source.groups for source in job.sources], job.rows)


def planned(job: Job) -> Planned:
    """Check a job and return it in the form of job.json.

    Raises:
        BatchError: There is no such verb or option, a value is invalid, or an input is not a table.
        OSError: An input cannot be read.
    """
    verb = get_verb(job.verb)
    options = verb.checked(dict(job.options))
    if not isinstance(job.output, str | os.PathLike) or not os.fspath(job.output):
        raise BatchError(f"expected a folder for the output, found {job.output!r:.60}")
    rows = job.rows
    if rows is not None and (isinstance(rows, bool) or not isinstance(rows, int) or rows < 1):
        raise BatchError(f"expected rows as a whole number of at least 1, found {rows!r:.60}")
    places = job.places
    sources: tuple[TableFile, ...] = ()
    count = -1
    if verb.has_input:
        if not places:
            raise BatchError(f"expected tables for {verb.name} to read, found none")
        if verb.stream:
            return _planned_stream(verb, options, places, rows or verb.rows[0])
        sources = tuple(sources_of(files_of(places)))
        _require_columns(verb, options, sources)
    elif places:
        raise BatchError(f"{verb.name} does not read tables, found {places[0]!r:.60}")
    else:
        count = options["count"]
    is_caged = (
        any(source.is_caged for source in sources) if verb.has_input else verb.makes_cages(options)
    )
    rows = rows or verb.rows[is_caged]
    carry = _checked_carry(job.carry, sources)
    chosen = {each.name: options[each.name] for each in verb.options if each.is_content}
    content = {k: list(v) if isinstance(v, tuple) else v for k, v in chosen.items()}
    about = _about(origins_of(places) if verb.has_input else [GENERATED])
    unnamed = Planned("", verb.name, content, rows, carry, versions(), sources, count, about)
    made = replace(unnamed, id=_id_of(unnamed))
    _require_types(made)
    return made


def _about(origins: Sequence[Origin]) -> dict[str, Any]:
    return {"sources": [each.as_json() for each in origins]}


def _planned_stream(
    verb: Verb, options: dict[str, Any], names: Sequence[str], rows: int
) -> Planned:
    """Return a job that reads one stream of files in any format.

    The number of rows is known only at the end of the stream. The names of the files affect the id
    of the job, because the tables contain these names.
    """
    content: dict[str, Any] = {each.name: options[each.name] for each in verb.options}
    sources = tuple(map(stream_of, names))
    about = _about(licensed(names, options))
    job = Planned("", verb.name, content, rows, ALL, versions(), sources, -1, about)
    named = _id_of(replace(job, options=content | {"files": list(names)}))
    return replace(job, id=named)


def _id_of(job: Planned) -> str:
    """Return a hash of everything that affects the output, as the id of a job.

    The paths of the inputs are left out, so that a job with moved inputs can be resumed.
    """
    kept = job.as_json()
    # The hashes of the footers already determine the schemas.
    del kept["job"], kept["about"], kept["schemas"]
    for each in kept["inputs"]:
        del each["path"], each["schema"]
    text = json.dumps(kept, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _require_columns(verb: Verb, options: Options, sources: Sequence[TableFile]) -> None:
    for source in sources:
        missing = [name for name in verb.needed(options) if name not in source.names]
        if missing and not (verb.first and "puzzle" in source.names):
            raise BatchError(
                f"{source.place}: {verb.name} needs a column {missing[0]!r}, found "
                f"{', '.join(source.names[:12]) or 'no column'}"
                + (
                    "; pandoku batch import --puzzle-column NAME reads other names"
                    if missing[0] == "puzzle"
                    else ""
                )
            )


def _require_types(job: Planned) -> None:
    """Check that the input columns listed in `tables.py` can be read with the types listed there.

    Raises:
        BatchError: A column cannot be read with its type, or the types of a column in two inputs
            cannot be joined.
    """
    for found in job.fields:
        known = column(found.name)
        if known is None or fits(found.type, known.type):
            continue
        place = next(each.place for each in job.sources if found.name in each.names)
        is_read = found.name in (*job.work.needed(job.checked), *job.work.reads)
        way_out = (
            "write it as text, with its leading zeros, or make a set with pandoku batch import"
            if is_read
            else "--carry with the names of other columns leaves it out"
        )
        raise BatchError(
            f"{place}: expected the column {found.name!r} as {known.type}, found {found.type}; "
            f"{way_out}"
        )


def _checked_carry(
    carry: Sequence[str] | str, sources: Sequence[TableFile]
) -> str | tuple[str, ...]:
    if carry in (ALL, NONE):
        return str(carry)
    names = tuple(carry.split(",")) if isinstance(carry, str) else tuple(carry)
    known = {name for source in sources for name in source.names}
    for name in names:
        if name not in known:
            raise BatchError(
                f"carry: there is no column {name!r:.60}; the input has {', '.join(sorted(known))}"
            )
    return names


def planned_at(place: str) -> Planned | None:
    """Return the job of an output folder, or None if there is no job.json.

    Raises:
        BatchError: This version cannot read its job.json.
        OSError: The file cannot be read.
    """
    store = Folder(place)
    if not store.has(JOB):
        return None
    try:
        kept = json.loads(store.get(JOB))
        if kept["format"] != JOB_FORMAT:
            raise BatchError(
                f"{store.path_of(JOB)}: expected format {JOB_FORMAT}, found {kept['format']}; "
                "another version of pandoku wrote it"
            )
        carry = kept["carry"]
        schemas = [
            None if each is None else pa.ipc.read_schema(pa.py_buffer(base64.b64decode(each)))
            for each in kept["schemas"]
        ]
        sources = (TableFile.of_json(each, schemas[each["schema"]]) for each in kept["inputs"])
        return Planned(
            kept["job"],
            kept["verb"],
            kept["options"],
            kept["rows"],
            carry if isinstance(carry, str) else tuple(carry),
            kept["versions"],
            tuple(sources),
            kept["count"],
            kept["about"],
        )
    except (ValueError, KeyError, TypeError, IndexError, pa.ArrowException) as error:
        if isinstance(error, BatchError):
            raise
        raise BatchError(
            f"{store.path_of(JOB)}: expected the job of a data set, found another file ({error})"
        ) from None


def same_but_for(one: Planned, other: Planned) -> str:
    """Return the differences between two jobs as text, such as ``options.limit 2, here 3``."""
    old, new = _flat(one), _flat(other)
    changes = [
        f"{name} {old.get(name, 'none')}, here {new.get(name, 'none')}"
        for name in dict.fromkeys((*old, *new))
        if old.get(name, "none") != new.get(name, "none")
    ]
    more = len(changes) - _MOST_SHOWN
    return ", ".join(changes[:_MOST_SHOWN]) + (f", and {more} more" if more > 0 else "")


def _flat(job: Planned) -> dict[str, str]:
    kept = job.as_json()
    flat = {name: str(kept[name]) for name in ("verb", "rows", "carry", "count")}
    for group in ("options", "versions"):
        flat |= {f"{group}.{name}": str(value) for name, value in kept[group].items()}
    flat["inputs"] = f"{len(job.sources)} files, {sum(each.n_rows for each in job.sources)} rows"
    text = repr([(each.groups, each.size, each.footer, each.job) for each in job.sources])
    flat["the content of the inputs"] = blake2b(text.encode(), digest_size=3).hexdigest()
    return flat
