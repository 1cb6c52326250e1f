"""Where the puzzles of data sets come from, and under which licenses: what job.json keeps of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pandoku.batch.inputs import JOB, files_of
from pandoku.batch.store import Folder
from pandoku.errors import BatchError

__all__ = ["GENERATED", "Origin", "origins_of", "require_license"]

_UNKNOWN_LICENSES = ("unknown", "none", "other")
_LICENSE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+:()\- ]*")
_TABLE = re.compile(r"/(?:puzzles|steps)/[^?]*")  # what follows the folder of a job


class Origin(NamedTuple):
    """A source of puzzles.

    Attributes:
        name: The file as it was named when it was imported.
        license: Its license as SPDX names it; None if it is not known.
        origin: Where it comes from, such as an address, or None.
        is_generated: Whether pandoku made the puzzles: their maker chooses the license.
    """

    name: str
    license: str | None = None
    origin: str | None = None
    is_generated: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return what job.json keeps of it."""
        return self._asdict()


GENERATED = Origin("generated", is_generated=True)


def origins_of(places: Sequence[str]) -> list[Origin]:
    """Return the sources of tables, each once.

    A job passes on what its inputs say, so folders of earlier jobs may be gone. A table that no job
    made is a source itself, of which no license is known.

    Args:
        places: Output folders of jobs, files and patterns, as `files_of` takes them.

    Raises:
        BatchError: There is nothing at a place.
        OSError: It cannot be read.
    """
    return list(dict.fromkeys(each for place in places for each in _origins_at(place)))


def _origins_at(place: str) -> Iterable[Origin]:
    kept = _job_at(place)
    if kept is not None:
        yield from _kept(kept)
        return
    folders: dict[str, Any] = {}
    for file in files_of([place]):
        folder = _TABLE.sub("", file)
        if folder not in folders:
            folders[folder] = _job_at(folder) if folder != file else None
        kept = folders[folder]
        if kept is None:
            yield Origin(file)
        else:
            yield from _kept(kept)


def _kept(job: dict[str, Any]) -> Iterable[Origin]:
    return (Origin(**each) for each in job["about"].get("sources", ()))


def _job_at(place: str) -> dict[str, Any] | None:
    store = Folder(place)
    return json.loads(store.get(JOB)) if store.has(JOB) else None


def require_license(license: str) -> None:
    """Check the name of a license.

    Raises:
        BatchError: It is not an SPDX expression, by its characters.
    """
    if not _LICENSE.fullmatch(license) or license.lower() in _UNKNOWN_LICENSES:
        raise BatchError(
            "license: expected a license as SPDX names it, such as CC-BY-4.0 or MIT, or no option "
            f"if it is unknown; found {license!r:.60}"
        )
