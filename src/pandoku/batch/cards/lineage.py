"""The jobs that made a data set, from first to last, and the sources of its puzzles."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pandoku.batch.inputs import GENERATED, JOB, Origin
from pandoku.batch.job import Planned, planned_at
from pandoku.batch.store import Folder, is_address
from pandoku.batch.verbs import VERBS, Option

__all__ = ["Ancestor", "Lineage", "lineage_of"]

# path of a table file, relative to the folder of its job
_TABLE = re.compile(r"/(?:puzzles|steps)/[^?]*")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Ancestor:
    """A job in the history of a data set.

    Attributes:
        job: The job.
        name: Letters that replace the path of the output folder, so that no path is published.
        inputs: Inputs of the job, in order. Each is the name of another ancestor, a file name, or,
            if the folder of a job was not found, the start of the job's id.
    """

    job: Planned
    name: str
    inputs: tuple[str, ...]

    @property
    def command(self) -> str:
        """The `pandoku batch` command that repeats the job, with names in place of folders."""
        return " ".join(["pandoku batch", *self._words()])

    def _words(self) -> Iterator[str]:
        job, verb = self.job, VERBS.get(self.job.verb)
        yield job.verb
        options = verb.options if verb else tuple(Option(name, "text", "") for name in job.options)
        given = [each for each in options if job.options.get(each.name) not in (None, each.default)]
        for option in given:
            if option.is_argument:
                yield _value(option, job.options[option.name])
        yield from map(shlex.quote, self.inputs)
        yield f"-o {self.name}"
        for option in given:
            flag, value = option.flag, job.options[option.name]
            if option.is_argument:
                continue
            if option.type == "flag" or value is True:
                yield flag
            elif isinstance(value, list):
                yield from (f"{flag} {shlex.quote(str(each))}" for each in value)
            else:
                yield f"{flag} {_value(option, value)}"
        if verb is None or job.rows not in verb.rows:
            yield f"--rows {job.rows}"
        if job.carry != "all":
            names = job.carry if isinstance(job.carry, str) else ",".join(job.carry)
            yield f"--carry {names}"


def _value(option: Option, value: Any) -> str:
    if option.type == "percent":
        return f"{100 * value:g}%"
    return shlex.quote(f"{value:g}" if isinstance(value, float) else str(value))


@dataclass(frozen=True, slots=True)
class Lineage:
    """The history of a data set.

    Attributes:
        ancestors: The jobs, each after the jobs that made its inputs.
        missing: Ids of earlier jobs whose folders were not found.
        origins: Sources of the puzzles, without duplicates.
    """

    ancestors: tuple[Ancestor, ...]
    missing: tuple[str, ...]
    origins: tuple[Origin, ...]

    @property
    def verbs(self) -> set[str]:
        """The verbs of the jobs whose folders were found."""
        return {each.job.verb for each in self.ancestors}


def lineage_of(places: Sequence[str]) -> Lineage:
    """Return the jobs that made the tables in output folders, and the sources of the puzzles.

    Each job records the output folders of the jobs that made its inputs. An earlier job is listed
    as missing if its folder is no longer there. The sources of the puzzles are found even without
    the earlier folders, because each job also records the sources of its inputs.

    Args:
        places: Output folders of jobs. A place without a job.json is added to the sources, with an
            unknown license.

    Raises:
        BatchError: A job.json is invalid.
        OSError: A job.json cannot be read.
    """
    search = _Search()
    for place in places:
        search.visit(place)
    return Lineage(
        tuple(search.found.values()),
        tuple(dict.fromkeys(search.missing)),
        tuple(dict.fromkeys(search.origins)),
    )


class _Search:
    def __init__(self) -> None:
        self.found: dict[str, Ancestor] = {}
        self.missing: list[str] = []
        self.origins: list[Origin] = []

    def visit(self, place: str) -> None:
        """Add the job of a folder, after the earlier jobs that made its inputs.

        If there is no job in the folder, the folder is added as a source of puzzles.
        """
        job = _job_at(place)
        if job is None:
            self.origins.append(Origin(Path(place).name))
            return
        self._take(job, place)

    def _take(self, job: Planned, place: str) -> Ancestor:
        if job.id in self.found:
            return self.found[job.id]
        known = job.about.get("sources")
        if known:
            self.origins += [Origin(**{**each, "name": Path(each["name"]).name}) for each in known]
        elif not job.sources:
            self.origins.append(GENERATED)
        names = [
            self._input(each.place, each.job, place, is_known=bool(known)) for each in job.sources
        ]
        name = _name(len(self.found))
        made = Ancestor(job, name, tuple(dict.fromkeys(names)))
        self.found[job.id] = made
        return made

    def _input(self, file: str, id: str | None, output: str, *, is_known: bool) -> str:
        """Return the name of an input in a command, after adding the job that made the input.

        *id* is the id of the job that made the input, or None.
        """
        folder = _TABLE.sub("", file)
        for candidate in (folder, str(Path(output).parent / folder)) if id else ():
            job = _job_at(candidate)
            if job is not None and job.id == id:
                return self._take(job, candidate).name
        if id:
            self.missing.append(id)
        elif not is_known:
            self.origins.append(Origin(Path(file).name))
        return f"job-{id[:6]}" if id else Path(file).name


def _job_at(place: str) -> Planned | None:
    if not is_address(place) and not Path(place).is_dir():
        return None
    return planned_at(place) if Folder(place).has(JOB) else None


def _name(number: int) -> str:
    """Return a, b, ..., z, aa, ab, ... for 0, 1, ..."""
    before, last = divmod(number, len(_LETTERS))
    return (_name(before - 1) if before else "") + _LETTERS[last]
