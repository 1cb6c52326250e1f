"""`pandoku canonical` and `pandoku unique`: canonical forms and isomorphic duplicates."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING

import click
import numpy as np

from pandoku import symmetry
from pandoku.cli._input import BatchEntry, Entry, Source
from pandoku.cli._options import (
    files_argument,
    from_option,
    json_option,
    lines_or_option,
    output_option,
    threads_option,
)
from pandoku.cli._output import (
    ExitStatus,
    ProgressLine,
    identity,
    json_line,
    output_file,
    puzzle_text,
    refuse_pictures,
)
from pandoku.errors import PandokuError
from pandoku.formats import Writer, format_for_path, get_format, line
from pandoku.kernel.rows import array_of
from pandoku.model import Cage, Constraint, Geometry, Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Digests = NDArray[np.uint64]  # (n, 2)


@click.command(short_help="Print canonical forms (minlex).")
@files_argument
@from_option
@lines_or_option
@json_option(
    "puzzle",
    "id, source, line, form (a line; an object where a line cannot hold the puzzle), "
    "automorphisms (how many symmetries keep the puzzle; missing with constraints other than "
    "cages); or source, line, error",
)
@output_option
@threads_option
def canonical(
    files: tuple[str, ...],
    from_format: str | None,
    to_format: str | None,
    as_json: bool,
    output: str | None,
    threads: int | None,
) -> None:
    """Print the canonical form of each puzzle.

    Puzzles that differ only by the order of rows, columns, bands and stacks, by a transposition or
    by the names of the digits have the same form, which is the one that reads first (minlex). Cages
    move along; digits are renamed only if no cage calculates with them. With constraints other than
    cages, only rotations and reflections count, those that every constraint survives. A bad puzzle
    is reported, and the others still have their form.
    """
    refuse_pictures(output)
    if as_json and to_format is not None:
        raise click.UsageError("expected either --json or --to, found both")
    status, source = ExitStatus(), Source(files, from_format)
    with (
        output_file(output, status) as stream,
        ProgressLine("comparing", files, output) as progress,
    ):
        out = PuzzleOutput(stream, output, to_format, status)
        takes_batches = out.takes_lines and not as_json
        for group in source.groups_and_batches() if takes_batches else source.groups():
            forms = forms_of_batch(group, threads)
            progress.pause()
            if forms is not None:
                out.put_rows(forms)
            for entry in _entries_of(group) if forms is None else ():
                _put(entry, out, status, stream if as_json else None)
            stream.flush()
            progress.advance(len(group) if isinstance(group, list) else len(group.batch))
        out.end()
    status.exit()


def _put(entry: Entry, out: PuzzleOutput, status: ExitStatus, json_to: IO[str] | None) -> None:
    if isinstance(entry.value, PandokuError):
        status.bad(entry, entry.value, json_to)
        return
    try:
        form = symmetry.canonical(entry.value)
        if json_to is None:
            out.put(entry, form)
        else:
            json_to.write(json_line(_object(entry, form)) + "\n")
    except PandokuError as error:
        status.bad(entry, error, json_to)


def _object(entry: Entry, form: Puzzle) -> dict[str, object]:
    is_line = line.FORMAT.why_not(form) is None
    written = line.FORMAT.write(form).rstrip() if is_line else None
    facts: dict[str, object] = {"form": written or json.loads(get_format("json").write(form))}
    if not form.further:  # whose automorphisms are not counted
        facts["automorphisms"] = symmetry.automorphisms(form).count
    return identity(entry) | facts


@click.command(short_help="Drop isomorphic duplicates.")
@files_argument
@from_option
@lines_or_option
@output_option
@threads_option
def unique(
    files: tuple[str, ...],
    from_format: str | None,
    to_format: str | None,
    output: str | None,
    threads: int | None,
) -> None:
    """Write puzzles without isomorphic duplicates.

    A puzzle is dropped if it has the same canonical form as an earlier one (see `pandoku
    canonical`): if it differs only by the order of rows, columns, bands and stacks, by a
    transposition or by the names of the digits; with constraints other than cages, if it is rotated
    or mirrored. The others are written in order, as they come.
    Standard error says how many were dropped. Memory is bounded: of many millions of puzzles,
    what is known lies in temporary files.
    """
    refuse_pictures(output)
    status, source = ExitStatus(), Source(files, from_format)
    with (
        TemporaryDirectory(prefix="pandoku-") as folder,
        output_file(output, status) as stream,
        ProgressLine("comparing", files, output) as progress,
    ):
        out = PuzzleOutput(stream, output, to_format, status)
        sieve = _Sieve(Seen(Path(folder)), out, status, threads)
        for group in source.groups_and_batches() if out.takes_lines else source.groups():
            forms = forms_of_batch(group, threads)
            progress.pause()
            if forms is not None and isinstance(group, BatchEntry):
                sieve.put_batch(group, forms)
            else:
                sieve.put_all(_entries_of(group))
            stream.flush()
            progress.advance(len(group) if isinstance(group, list) else len(group.batch))
        out.end()
    click.echo(
        f"{sieve.n:,} puzzles: {sieve.n_kept:,} kept, {sieve.n - sieve.n_kept:,} dropped", err=True
    )
    status.exit()


class _Sieve:
    """Writes the puzzles that are not isomorphic to an earlier one, and counts.

    Attributes:
        n: The puzzles that were compared.
        n_kept: Those that were written.
    """

    def __init__(
        self, seen: Seen, out: PuzzleOutput, status: ExitStatus, threads: int | None
    ) -> None:
        self.n = self.n_kept = 0
        self._seen, self._out, self._status, self._threads = seen, out, status, threads

    def put_batch(self, group: BatchEntry, forms: NDArray[np.uint8]) -> None:
        """Take the puzzles of a Batch, whose canonical forms are known."""
        is_new = self._seen.add(digests_of(group.batch.geometry, forms))
        self._out.put_rows(array_of(group.batch)[is_new])
        self.n += len(is_new)
        self.n_kept += int(is_new.sum())

    def put_all(self, entries: list[Entry]) -> None:
        """Take puzzles of any kinds, and report bad ones."""
        for entry in entries:
            try:
                if isinstance(entry.value, PandokuError):
                    raise entry.value
                self._put(entry, entry.value, symmetry.canonical(entry.value))
            except PandokuError as error:
                self._status.bad(entry, error)

    def _put(self, entry: Entry, puzzle: Puzzle, form: Puzzle) -> None:
        row = np.array([form.givens], np.uint8)
        self.n += 1
        if self._seen.add(digests_of(form.geometry, row, form.cages, form.further))[0]:
            self.n_kept += self._out.put(entry, puzzle)


MOST_IN_MEMORY = 1 << 22  # digests: 64 MB
_LANES = (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03)


def digests_of(
    geometry: Geometry,
    rows: NDArray[np.uint8],
    cages: tuple[Cage, ...] = (),
    further: tuple[Constraint, ...] = (),
) -> Digests:
    """Return 128 bits for each puzzle, equal for equal puzzles.

    Args:
        geometry: The geometry of all puzzles.
        rows: Digits, (n, cells).
        cages: The cages of all puzzles.
        further: Their other constraints.
    """
    shape = (geometry.order, geometry.box, geometry.regions, geometry.diagonals, geometry.extra)
    rules = (shape, cages, further) if further else (shape, cages)
    start = blake2b(repr(rules).encode(), digest_size=16).digest()
    n, width = rows.shape
    padded = np.zeros((n, -(-width // 8) * 8), np.uint8)
    padded[:, :width] = rows
    words = padded.view("<u8")
    digests = np.empty((n, 2), np.uint64)
    for lane, factor in enumerate(_LANES):
        state = np.full(n, int.from_bytes(start[8 * lane : 8 * lane + 8], "little"), np.uint64)
        for word in words.T:
            state = _mixed((state ^ word) * np.uint64(factor))
        digests[:, lane] = state
    return digests


def _mixed(state: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return numbers whose bits all depend on all bits: the finalizer of SplitMix64."""
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


class Seen:
    """The digests that were added.

    They lie in sorted runs, each longer than the next; runs of similar length become one. When
    there are too many for the memory, they go to a file, which is searched where it lies.

    Args:
        folder: Where files are made.
        most: The most digests in memory.
    """

    def __init__(self, folder: Path, most: int = MOST_IN_MEMORY) -> None:
        self._folder, self._most = folder, most
        self._runs: list[Digests] = []
        self._files: list[Digests] = []

    def add(self, digests: Digests) -> NDArray[np.bool_]:
        """Add digests in order; return which of them are new, bool (n,)."""
        order = np.lexsort((digests[:, 1], digests[:, 0]))  # stable: equal ones stay in order
        ordered = digests[order]
        is_new = np.ones(len(digests), bool)
        is_new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
        for run in (*self._files, *self._runs):
            is_new &= ~_are_in(run, ordered)
        self._keep(ordered[is_new])
        result = np.empty(len(digests), bool)
        result[order] = is_new
        return result

    def _keep(self, run: Digests) -> None:
        while self._runs and len(self._runs[-1]) < 2 * len(run):
            run = _merged(self._runs.pop(), run)
        if len(run):
            self._runs.append(run)
        if sum(map(len, self._runs)) > self._most:
            self._spill()

    def _spill(self) -> None:
        run = self._runs.pop(0)
        for each in self._runs:
            run = _merged(run, each)
        path = self._folder / f"{len(self._files)}.npy"
        np.save(path, run)
        self._runs = []
        self._files.append(np.load(path, mmap_mode="r"))


def _merged(one: Digests, other: Digests) -> Digests:
    both = np.concatenate((one, other))
    return both[np.lexsort((both[:, 1], both[:, 0]))]


def _are_in(run: Digests, wanted: Digests) -> NDArray[np.bool_]:
    """Return which digests are in a sorted run."""
    firsts = run[:, 0]
    at = np.searchsorted(firsts, wanted[:, 0])
    found = np.zeros(len(wanted), bool)
    # Different digests with equal first halves lie beside each other.
    open_ = np.flatnonzero(at < len(run))
    while len(open_):
        open_ = open_[firsts[at[open_]] == wanted[open_, 0]]
        is_same = run[at[open_], 1] == wanted[open_, 1]
        found[open_[is_same]] = True
        open_ = open_[~is_same]
        at[open_] += 1
        open_ = open_[at[open_] < len(run)]
    return found


_LEAST_WIDTH = 36  # a few shorter lines could be read as one grid, see `line.closing`


def forms_of_batch(
    group: BatchEntry | list[Entry], threads: int | None
) -> NDArray[np.uint8] | None:
    """Return the canonical forms of a Batch, or None for what has to be taken one by one."""
    if not isinstance(group, BatchEntry):
        return None
    batch = group.batch
    if batch.has_masks or batch.has_constraints or batch.geometry.n_cells < _LEAST_WIDTH:
        return None
    try:
        return symmetry.canonical_many(batch, threads=threads)
    except PandokuError:  # about one puzzle: the others have a form
        return None


class PuzzleOutput:
    """Puzzles that are written in a format, one after the other.

    Args:
        stream: Where they go.
        output: The value of -o; its suffix decides if *to_format* is None.
        to_format: The value of --to; None and no known suffix mean lines.
        status: Hears of puzzles that the format cannot store.

    Attributes:
        takes_lines: Whether the format is `line`.
    """

    def __init__(
        self, stream: IO[str], output: str | None, to_format: str | None, status: ExitStatus
    ) -> None:
        suggested = format_for_path(output) if output and to_format is None else None
        self._target = suggested or get_format(to_format or line.FORMAT.name)
        self._way_out = "" if suggested or to_format else "; --to json writes any puzzle"
        self._stream, self._status = stream, status
        self._writer, self._dropped = Writer(self._target), set[str]()
        self.takes_lines = self._target.name == line.FORMAT.name

    def put(self, entry: Entry, puzzle: Puzzle) -> bool:
        """Write a puzzle that comes from *entry*; return whether the format can store it."""
        text = puzzle_text(
            entry, puzzle, self._target, self._status, self._dropped, way_out=self._way_out
        )
        if text is not None:
            self._stream.write(self._writer.next(text))
        return text is not None

    def put_rows(self, rows: NDArray[np.uint8]) -> None:
        """Write digits as lines, which the format takes: uint8 (n, cells)."""
        n, width = rows.shape
        text = np.full((n, width + 1), ord("\n"), np.uint8)
        cells = np.frombuffer(line.characters(rows.tobytes()), np.uint8)
        text[:, :width] = cells.reshape(n, width)
        self._stream.write(str(text.data, "ascii"))

    def end(self) -> None:
        """Write what comes after the last puzzle, and report what the format left out."""
        self._stream.write(self._writer.end())
        if self._dropped:
            names = ", ".join(sorted(self._dropped))
            click.echo(f"{self._target.name} leaves out: {names}", err=True)


def _entries_of(group: BatchEntry | list[Entry]) -> list[Entry]:
    return group if isinstance(group, list) else group.entries()
