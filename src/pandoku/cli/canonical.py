"""`pandoku canonical` and `pandoku unique`: canonical forms and isomorphic duplicates."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING

import click
import numpy as np

from pandoku import symmetry
from pandoku.cli import _options as opt
from pandoku.cli._input import BatchEntry, Entry, Source
from pandoku.cli._output import (
    ExitStatus,
    ProgressLine,
    identity,
    json_line,
    output_file,
    puzzle_text,
)
from pandoku.errors import PandokuError
from pandoku.formats import Writer, format_for_path, get_format, line
from pandoku.kernel.rows import array_of
from pandoku.model import Cage, Constraint, Geometry, Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Digests = NDArray[np.uint64]  # shape (n, 2)

_HELP_OF_TO = (
    "Format of the output; see `pandoku formats`.  [default: by the suffix of -o, else line]"
)
MOST_IN_MEMORY = 1 << 22  # digests in memory, which need 64 MB
_LANES = (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03)
_LEAST_WIDTH = 36  # cells. A shorter line could be a row of a larger grid, see `line.closing`.


@dataclass(frozen=True, kw_only=True)
class CanonicalOptions(opt.InputOptions):
    """The options of `pandoku canonical`."""

    to_format: str | None = opt.output_format(_HELP_OF_TO)
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, form (a line; an object where a line cannot hold the puzzle), "
        "automorphisms (how many symmetries keep the puzzle; missing with constraints other than "
        "cages); or source, line, error",
    )
    output: str | None = opt.text_output()
    threads: int | None = opt.threads()


@opt.command(CanonicalOptions, short_help="Print canonical forms (minlex).")
def canonical(options: CanonicalOptions) -> None:
    """Print the canonical form of each puzzle.

    Two puzzles have the same form if they differ only by the order of rows, columns, bands and
    stacks, by a transposition or by the names of the digits. The form is the smallest of all such
    puzzles in reading order (minlex). Cages move with their cells. Digits are renamed only if no
    cage calculates with them. If a puzzle has constraints other than cages, only rotations and
    reflections that preserve every constraint are considered. Bad puzzles are reported and skipped.
    """
    if options.as_json and options.to_format is not None:
        raise click.UsageError("expected either --json or --to, found both")
    status, source = ExitStatus(), Source(options)
    with (
        output_file(options.output, status) as stream,
        ProgressLine("comparing", options.files, options.output) as progress,
    ):
        out = PuzzleOutput(stream, options.output, options.to_format, status)
        takes_batches = out.takes_lines and not options.as_json
        for group in source.groups_and_batches() if takes_batches else source.groups():
            forms = forms_of_batch(group, options.threads)
            progress.pause()
            if forms is not None:
                out.put_rows(forms)
            for entry in _entries_of(group) if forms is None else ():
                _put(entry, out, status, stream if options.as_json else None)
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
            is_line = line.FORMAT.why_not(form) is None
            written = line.FORMAT.write(form).rstrip() if is_line else None
            facts: dict[str, object]
            facts = {"form": written or json.loads(get_format("json").write(form))}
            if not form.further:  # other constraints do not count automorphisms
                facts["automorphisms"] = symmetry.automorphisms(form).count
            json_to.write(json_line(identity(entry) | facts) + "\n")
    except PandokuError as error:
        status.bad(entry, error, json_to)


@dataclass(frozen=True, kw_only=True)
class UniqueOptions(opt.InputOptions):
    """The options of `pandoku unique`."""

    to_format: str | None = opt.output_format(_HELP_OF_TO)
    output: str | None = opt.text_output()
    threads: int | None = opt.threads()


@opt.command(UniqueOptions, short_help="Drop isomorphic duplicates.")
def unique(options: UniqueOptions) -> None:
    """Write puzzles without isomorphic duplicates.

    A puzzle is dropped if it has the same canonical form as an earlier puzzle (see `pandoku
    canonical`). This means that it differs from that puzzle only by the order of rows, columns,
    bands and stacks, by a transposition or by the names of the digits. A puzzle with constraints
    other than cages is dropped only if it is a rotation or reflection of an earlier puzzle. The
    remaining puzzles are written unchanged, in the order of the input. The number of dropped
    puzzles is reported on standard error. For many millions of puzzles, temporary files limit the
    use of memory.
    """
    status, source = ExitStatus(), Source(options)
    with (
        TemporaryDirectory(prefix="pandoku-") as folder,
        output_file(options.output, status) as stream,
        ProgressLine("comparing", options.files, options.output) as progress,
    ):
        out = PuzzleOutput(stream, options.output, options.to_format, status)
        sieve = _Sieve(Seen(Path(folder)), out, status)
        for group in source.groups_and_batches() if out.takes_lines else source.groups():
            forms = forms_of_batch(group, options.threads)
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
    """Writes the puzzles that are not isomorphic to an earlier puzzle, and counts them.

    Attributes:
        n: Number of puzzles that were compared.
        n_kept: Number of puzzles that were written.
    """

    def __init__(self, seen: Seen, out: PuzzleOutput, status: ExitStatus) -> None:
        self.n = self.n_kept = 0
        self._seen, self._out, self._status = seen, out, status

    def put_batch(self, group: BatchEntry, forms: NDArray[np.uint8]) -> None:
        """Write the puzzles of a Batch whose canonical forms are new."""
        is_new = self._seen.add(digests_of(group.batch.geometry, forms))
        self._out.put_rows(array_of(group.batch)[is_new])
        self.n += len(is_new)
        self.n_kept += int(is_new.sum())

    def put_all(self, entries: list[Entry]) -> None:
        """Write puzzles of any kinds whose canonical forms are new, and report bad puzzles."""
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


def digests_of(
    geometry: Geometry,
    rows: NDArray[np.uint8],
    cages: tuple[Cage, ...] = (),
    further: tuple[Constraint, ...] = (),
) -> Digests:
    """Return a digest of 128 bits for each puzzle. Equal puzzles have equal digests.

    Args:
        geometry: The geometry that all puzzles share.
        rows: Digits, (n, cells).
        cages: The cages that all puzzles share.
        further: The other constraints that all puzzles share.
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
    """Apply the finalizer of SplitMix64, after which every bit depends on all bits."""
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


class Seen:
    """A set of digests. When it gets large, digests are moved from memory to files.

    The digests are in sorted runs. Runs of similar length are merged, so that each run is at least
    twice as long as the next. If there are more than *most* digests in memory, all runs in memory
    are merged into a new file. Lookups then search this file on disk.

    Args:
        folder: The folder for the files.
        most: Maximum number of digests in memory.
    """

    def __init__(self, folder: Path, most: int = MOST_IN_MEMORY) -> None:
        self._folder, self._most = folder, most
        self._runs: list[Digests] = []
        self._files: list[Digests] = []

    def add(self, digests: Digests) -> NDArray[np.bool_]:
        """Add digests in order, and return a mask of those that are new, bool (n,)."""
        # stable: of equal digests, the first is new
        order = np.lexsort((digests[:, 1], digests[:, 0]))
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
    """Return a mask of the digests in *wanted* that are in a sorted run."""
    firsts = run[:, 0]
    at = np.searchsorted(firsts, wanted[:, 0])
    found = np.zeros(len(wanted), bool)
    # Digests with equal first halves are next to each other, so compare their second halves in
    # turn.
    open_ = np.flatnonzero(at < len(run))
    while len(open_):
        open_ = open_[firsts[at[open_]] == wanted[open_, 0]]
        is_same = run[at[open_], 1] == wanted[open_, 1]
        found[open_[is_same]] = True
        open_ = open_[~is_same]
        at[open_] += 1
        open_ = open_[at[open_] < len(run)]
    return found


def forms_of_batch(
    group: BatchEntry | list[Entry], threads: int | None
) -> NDArray[np.uint8] | None:
    """Return the canonical forms of a Batch, or None if they must be computed one by one."""
    if not isinstance(group, BatchEntry):
        return None
    batch = group.batch
    if batch.has_masks or batch.has_constraints or batch.geometry.n_cells < _LEAST_WIDTH:
        return None
    try:
        return symmetry.canonical_many(batch, threads=threads)
    except PandokuError:  # at least one puzzle has no form
        return None


class PuzzleOutput:
    """Writes puzzles to a stream in one format.

    Args:
        stream: The output.
        output: The value of -o. If *to_format* is None, the suffix of *output* decides the format.
        to_format: The value of --to, or None. The format is `line` if neither --to nor the suffix
            decides it.
        status: The exit status of the command, which is set if the format cannot store a puzzle.

    Attributes:
        takes_lines: Whether the format is `line`, so that `write_lines` can be used.
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
        """Write a puzzle computed from *entry*, and return whether the format can store it."""
        text = puzzle_text(
            entry, puzzle, self._target, self._status, self._dropped, way_out=self._way_out
        )
        if text is not None:
            self._stream.write(self._writer.next(text))
        return text is not None

    def put_rows(self, rows: NDArray[np.uint8]) -> None:
        """Write the digits of puzzles, uint8 (n, cells), as lines. Requires `takes_lines`."""
        n, width = rows.shape
        text = np.full((n, width + 1), ord("\n"), np.uint8)
        cells = np.frombuffer(line.characters(rows.tobytes()), np.uint8)
        text[:, :width] = cells.reshape(n, width)
        self._stream.write(str(text.data, "ascii"))

    def end(self) -> None:
        """Write the end of the document, and report the facts that the format could not store."""
        self._stream.write(self._writer.end())
        if self._dropped:
            names = ", ".join(sorted(self._dropped))
            click.echo(f"{self._target.name} leaves out: {names}", err=True)


def _entries_of(group: BatchEntry | list[Entry]) -> list[Entry]:
    return group if isinstance(group, list) else group.entries()
