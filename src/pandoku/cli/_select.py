"""Choose puzzles of the input by number or id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import IO, Any, NamedTuple

import click

from pandoku.cli._input import BatchEntry, Entry, Source, message_of
from pandoku.errors import PandokuError
from pandoku.model import Puzzle
from pandoku.registry import nearest
from pandoku.words import visible

__all__ = ["BadInput", "Numbered", "Selection", "sound_puzzle"]


class BadInput(click.ClickException):
    """The input does not have what the command needs; the exit status is 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message alone."""
        click.echo(self.message, file=file, err=file is None)


class Numbered(NamedTuple):
    """A puzzle of the input, or an error in its place, with its number.

    Attributes:
        number: What --nth takes: 1 for the first puzzle of the input.
        entry: The puzzle and its place.
    """

    number: int
    entry: Entry


class Selection:
    """The puzzles of files that the options --nth and --id choose; without them, all.

    Args:
        files: As for `Source`.
        from_format: The name of the format, or None to detect it.
        nth: The 1-based number of the only puzzle to take, or None.
        name: The id of the only puzzle to take, or None.

    Raises:
        click.UsageError: Both *nth* and *name* are given.
    """

    def __init__(
        self, files: Sequence[str], from_format: str | None, nth: int | None, name: str | None
    ) -> None:
        if nth is not None and name is not None:
            raise click.UsageError("expected either --nth or --id, found both")
        self._files, self._format, self._nth, self._name = files, from_format, nth, name

    def several(self) -> tuple[bool, Iterator[Numbered]]:
        """Return whether there is more than one puzzle, and the puzzles.

        Raises:
            BadInput: No puzzle has the number or the id.
        """
        found = self._chosen()
        first = list(islice(found, 2))
        return len(first) > 1, chain(first, found)

    def groups(
        self, *, batches: bool, least: int | None = None
    ) -> Iterator[list[Entry] | BatchEntry]:
        """Yield the puzzles in the groups of `Source`, or the chosen one as a group of its own.

        Args:
            batches: Whether runs of plain puzzles are Batches.
            least: As for `Source`.

        Raises:
            BadInput: No puzzle has the number or the id.
        """
        if self._nth is not None or self._name is not None:
            yield from ([each.entry] for each in self._chosen())
            return
        source = Source(self._files, self._format, least=least)
        yield from source.groups_and_batches() if batches else source.groups()

    def one(self) -> Entry:
        """Return the only puzzle, without an error.

        Raises:
            BadInput: There is none or more than one, it cannot be read, or it has defects.
        """
        is_many, found = self.several()
        entry = next(found).entry
        if is_many and isinstance(entry.value, Puzzle):
            raise BadInput(f"expected one puzzle, found {self._count()}; add --nth N or --id NAME")
        try:
            sound_puzzle(entry)
        except PandokuError as error:
            raise BadInput(message_of(entry, error)) from None
        return entry

    def _chosen(self) -> Iterator[Numbered]:
        source = Source(self._files, self._format)
        if self._nth is not None:
            return self._with_number(source, self._nth)
        numbered = map(Numbered._make, enumerate(source, 1))
        return numbered if self._name is None else self._with_id(numbered, self._name)

    def _with_number(self, source: Source, nth: int) -> Iterator[Numbered]:
        n_before, is_unread = 0, False
        for piece in source.entries_and_batches():
            if isinstance(piece, BatchEntry):
                if nth <= n_before + len(piece.batch):
                    yield Numbered(nth, piece.entry(nth - n_before - 1))
                    return
                n_before += len(piece.batch)
            elif not piece.is_puzzle:
                is_unread = True
                yield Numbered(0, piece)
            elif nth == (n_before := n_before + 1):
                yield Numbered(nth, piece)
                return
        if not is_unread:
            count = f"{n_before:,} puzzle{'s' * (n_before != 1)}"
            raise BadInput(f"there is no puzzle {nth}: the input has {count}")

    def _with_id(self, numbered: Iterator[Numbered], name: str) -> Iterator[Numbered]:
        ids, is_unread = [], False
        for each in numbered:
            value = each.entry.value
            if isinstance(value, Puzzle) and value.id == name:
                yield each
                return
            if isinstance(value, Puzzle) and value.id is not None:
                ids.append(value.id)
            if not each.entry.is_puzzle:
                is_unread = True
                yield each
        if not is_unread:
            raise BadInput(f"no puzzle has the id {name!r}; {_ids_to_try(name, ids)}")

    def _count(self) -> str:
        """Return how many puzzles there are, or "more" if that needs reading on."""
        if not self._files or "-" in self._files:
            return "more"
        pieces = Source(self._files, self._format).entries_and_batches()
        count = sum(len(each.batch) if isinstance(each, BatchEntry) else 1 for each in pieces)
        return f"{count:,}"


def _ids_to_try(name: str, ids: Sequence[str]) -> str:
    if not ids:
        return "the puzzles have no ids: choose one with --nth N"
    near = nearest(name, ids) or ids[:5]
    return f"try {', '.join(map(visible, near))}"


def sound_puzzle(entry: Entry) -> Puzzle:
    """Return the puzzle of an entry.

    Raises:
        PandokuError: There is an error in its place.
        PuzzleError: The puzzle has defects.
    """
    if isinstance(entry.value, PandokuError):
        raise entry.value
    entry.value.require_sound()
    return entry.value
