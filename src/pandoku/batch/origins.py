"""The sources and licenses of puzzles, as recorded in job.json."""

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
_TABLE = re.compile(r"/(?:puzzles|steps)/[^?]*")  # the path of a file below the folder of a job


class Origin(NamedTuple):
    """A source of puzzles.

    Attributes:
        name: Name of the file as given to `import`.
        license: SPDX name of its license, or None if unknown.
        origin: Origin of the file, such as an address, or None.
        is_generated: Whether pandoku generated the puzzles, so that you may choose the license.
    """

    name: str
    license: str | None = None
    origin: str | None = None
    is_generated: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the source as a JSON object for job.json."""
        return self._asdict()


GENERATED = Origin("generated", is_generated=True)


def origins_of(places: Sequence[str]) -> list[Origin]:
    """Return the sources of tables, without duplicates.

    A job copies the sources of its inputs, so the folders of earlier jobs are not needed. A table
    that no job made is itself a source with an unknown license.

    Args:
        places: Output folders of jobs, files and patterns, as for `files_of`.

    Raises:
        BatchError: A place contains no tables.
        OSError: A place cannot be read.
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
    """Check that the name of a license has the form of an SPDX expression.

    Raises:
        BatchError: It does not.
    """
    if not _LICENSE.fullmatch(license) or license.lower() in _UNKNOWN_LICENSES:
        raise BatchError(
            "license: expected an SPDX name such as CC-BY-4.0 or MIT, found "
            f"{license!r:.60}; leave the option out if the license is unknown"
        )
