"""Every reader on any bytes: items or messages, the same by lines and by batches, never more."""

from __future__ import annotations

from functools import cache
from io import BufferedReader, BytesIO
from itertools import chain
from random import Random

from pandoku import Batch, FormatError, PandokuError, Puzzle, dumps, loads, loads_board
from pandoku.formats import FORMATS, Item, Lines, items, items_and_batches
from pandoku.model import FrozenMap
from tests.fuzz.agreement import Lie
from tests.fuzz.corpora import inputs_of
from tests.fuzz.values import mutated, texts
from tests.in_full import in_full

__all__ = ["check_together", "check_written", "kept_inputs", "read_bytes", "try_reader"]


@cache
def kept_inputs() -> tuple[bytes, ...]:
    """Return the inputs that atheris kept: a byte that chooses the format, and a text."""
    return tuple(inputs_of("fuzz_readers"))


def try_reader(rng: Random) -> str:
    """Let a reader, named or detected, read a mutated text.

    Returns:
        The name and the text, for the report of a finding.

    Raises:
        Lie: Two ways to read the text disagree.
        Exception: Whatever reading raises that is no message of pandoku.
    """
    name = rng.choice((None, *FORMATS))
    seeds = texts() if name is None or rng.random() < 0.3 else (FORMATS[name].example.encode(),)
    text = rng.choice(seeds)
    if rng.random() < 0.95:
        text = mutated(rng, text)
    read_bytes(text, name)
    return f"{name}: {text[:2000]!r}"


def read_bytes(text: bytes, name: str | None = None) -> None:
    """Read a text in the format with a name, or in the one that is detected.

    Raises:
        Lie: Two ways to read the text disagree, or a puzzle is not read as it was written.
        Exception: Whatever reading raises that is no message of pandoku.
    """
    try:
        _read(text, name)
    except Exception as error:
        error.add_note(f"{name}: {text!r}")
        raise


def _read(text: bytes, name: str | None) -> None:
    one_by_one = _puzzles(items(Lines.of(text), name))
    check_together(text, name, one_by_one)
    for read in (loads, loads_board):
        try:
            read(text, format=name)
        except PandokuError as error:
            require_no_defect(error)
    for puzzle in [p for p in one_by_one if isinstance(p, Puzzle)][:2]:
        for written in FORMATS:
            check_written(puzzle, written)


def check_together(text: bytes, name: str | None, one_by_one: list[Puzzle | str]) -> None:
    """Read a text by batches: at once, and in pieces that may end within a line.

    Raises:
        Lie: Then it is not the same puzzles and messages.
    """
    pieces = BufferedReader(BytesIO(text), 1 + len(text) // 3)
    for lines in (Lines.of(text), Lines(pieces)):
        together = _puzzles(chain.from_iterable(map(_as_items, items_and_batches(lines, name))))
        if in_full(_bare(one_by_one)) != in_full(_bare(together)):
            raise Lie("a text is the same puzzles, read by lines and by batches")


def require_no_defect(value: object) -> None:
    """Raise what a reader of pandoku failed with, if a value is the error that stands for it."""
    cause = value.__cause__ if isinstance(value, FormatError) else None
    if isinstance(cause, Exception) and "a defect of pandoku" in str(value):
        raise cause


def _bare(found: list[Puzzle | str]) -> list[Puzzle | str]:
    # A Batch has no columns beside its puzzles.
    return [p.replace(extra=FrozenMap()) if isinstance(p, Puzzle) else p for p in found]


def check_written(puzzle: Puzzle, name: str) -> None:
    """Write a puzzle in a format, if that takes it, and read it again.

    Raises:
        Lie: Then it is another.
    """
    if FORMATS[name].why_not(puzzle) is not None:
        return
    text = dumps(puzzle, name)
    if dumps(loads(text, format=name), name) != text:
        raise Lie(f"{name} writes what it read: {text!r}")


def _as_items(read: Item | Batch) -> list[Item | Puzzle]:
    return list(read) if isinstance(read, Batch) else [read]


def _puzzles(read: object) -> list[Puzzle | str]:
    """Return puzzles, and messages in place of bad ones."""
    found: list[Puzzle | str] = []
    try:
        for item in read:  # type: ignore[attr-defined]
            value = item.value if isinstance(item, Item) else item
            require_no_defect(value)
            found.append(value if isinstance(value, Puzzle) else str(value))
    except FormatError as error:
        found.append(str(error))
    return found
