"""Read texts in memory that contain one puzzle each."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any, TypeAlias

from pandoku.errors import FormatError, PandokuError, PuzzleError
from pandoku.formats._text import MAX_LINE, Lines
from pandoku.formats.line import line_batches
from pandoku.model import Batch, Puzzle, refusal

_PLAIN_LINE = re.compile(rb"[!\"$-~][ -~\t]*")  # an ASCII line that is not a comment
_GAME_ID = re.compile(r"[0-9]{1,2}[a-z]{0,4}:")  # a game id of Towers, which may contain slashes
_SUFFIX = re.compile(r"\.[a-zA-Z]\w{0,7}$")


# A text, its bytes in UTF-8, or the dict of a JSON document.
TextLike: TypeAlias = str | bytes | Mapping[str, Any]


def as_bytes(text: object) -> bytes:
    """Return the UTF-8 bytes of a text, or of the JSON document with the contents of a dict.

    Raises:
        PuzzleError: *text* is neither a text, nor bytes, nor a dict that JSON can store.
    """
    if isinstance(text, str):
        return text.encode("utf-8", "surrogatepass")
    if isinstance(text, bytes | bytearray):
        return bytes(text)
    if isinstance(text, Mapping) and all(isinstance(key, str) for key in text):
        try:
            return json.dumps(dict(text)).encode()
        except (TypeError, ValueError, RecursionError) as error:
            raise PuzzleError(f"expected a dict that JSON can store: {error}") from None
    raise refusal(text, "a text")


def is_like_a_path(text: TextLike) -> bool:
    """Return whether a text looks like a file name: one line with a slash or a suffix."""
    from pandoku.formats._foreign import foreign_text, holds_puzzle  # loads the readers of links

    name = as_bytes(text).decode("utf-8", "replace").strip()
    # Documents and links may contain slashes, but are not file names.
    if "\n" in name or name.startswith(("{", "[", "<")) or foreign_text([name]):
        return False
    if holds_puzzle(name) or _GAME_ID.match(name):
        return False
    return "/" in name or "\\" in name or bool(_SUFFIX.search(name))


def is_like_an_address(path: str) -> bool:
    """Return whether a path is not a file, but looks like a link or an encoded puzzle.

    >>> is_like_an_address("https://www.f-puzzles.com/?load=N4Ig"), is_like_an_address("a/b.txt")
    (True, False)
    """
    if "\n" in path or os.path.lexists(path):
        return False
    from pandoku.formats._foreign import holds_puzzle  # loads the readers of links

    return "://" in path or holds_puzzle(path)


def read_lines(
    texts: Sequence[str | bytes], read_one: Callable[[str | bytes], Puzzle]
) -> Sequence[Puzzle] | None:
    """Join many one-line texts, read them as one source, and return their puzzles.

    Args:
        texts: At least one text.
        read_one: Reads a single text. It is called for texts that are not valid in the format
            `line`.

    Returns:
        A Batch if all puzzles have the same geometry, and if all of them or none of them have
        candidates. Otherwise a list. None if the texts cannot be read together, because a text has
        several lines, is empty, is a comment, or has unusual digits.

    Raises:
        FormatError, PuzzleError: A text is bad. The message contains the position of the text,
            counted from 0.
    """
    try:
        raw = b"\n".join(as_bytes(text).strip(b"\r\n") for text in texts)
    except PuzzleError as error:
        at = next(
            at for at, text in enumerate(texts) if not isinstance(text, str | bytes | bytearray)
        )
        raise PuzzleError(f"puzzle {at}: {error}") from None
    if raw.count(b"\n") != len(texts) - 1:
        return None
    batches = []
    for each in line_batches(Lines(BytesIO(raw + b"\n"))):
        if isinstance(each, Batch):
            batches.append(each)
            continue
        puzzle = each.value
        if not isinstance(puzzle, Puzzle):
            puzzle = read_at(texts, each.line - 1, read_one)
        if puzzle.symbols:
            return None
        batches.append(Batch.of([puzzle]))
    if sum(map(len, batches)) != len(texts):
        return None
    if len({(batch.geometry, batch.has_masks) for batch in batches}) == 1:
        return batches[0] if len(batches) == 1 else Batch.joined(batches)
    return [puzzle for batch in batches for puzzle in batch]


def read_at(
    texts: Sequence[str | bytes], at: int, read_one: Callable[[str | bytes], Puzzle]
) -> Puzzle:
    """Return the puzzle of the text at position *at*.

    Raises:
        FormatError, PuzzleError: The text is bad. The message contains its position, counted from
            0.
    """
    try:
        return read_one(texts[at])
    except (FormatError, PuzzleError) as error:
        raise type(error)(f"puzzle {at}: {error}") from None


def read_good_texts(
    texts: Sequence[object], read_one: Callable[[str | bytes], Puzzle]
) -> tuple[list[tuple[Sequence[int], Sequence[Puzzle]]], dict[int, PandokuError]]:
    """Return the puzzles of the good texts in groups, and the error of each bad text.

    Args:
        texts: The texts. An element that is not a text counts as a bad text.
        read_one: Reads a single text. It is called for texts that are not valid in the format
            `line`.

    Returns:
        A list of groups, and a dict of errors. The keys of the dict are the positions of the bad
        texts, counted from 0. A group is a pair: the positions of some texts, and their puzzles. If
        the texts are lines of the same length, their puzzles are a Batch.
    """
    parts: list[tuple[Sequence[int], Sequence[Puzzle]]] = []
    errors: dict[int, PandokuError] = {}

    def read_alone(at: int) -> None:
        try:
            parts.append(((at,), (read_one(texts[at]),)))  # type: ignore[arg-type]
        except (FormatError, PuzzleError) as error:
            errors[at] = error

    lines: list[bytes] = []
    positions: list[int] = []  # for each element of `lines`, the index of its text
    for at, text in enumerate(texts):
        raw = as_bytes(text).strip(b"\r\n") if isinstance(text, str | bytes) else b""
        if _PLAIN_LINE.fullmatch(raw) and len(raw) < MAX_LINE:
            lines.append(raw)
            positions.append(at)
        else:
            read_alone(at)
    for each in line_batches(Lines(BytesIO(b"\n".join(lines) + b"\n"))):
        if isinstance(each, Batch):
            parts.append(([positions[line - 1] for line in each.origins or ()], each))
        elif isinstance(each.value, Puzzle):
            parts.append(((positions[each.line - 1],), (each.value,)))
        else:
            read_alone(positions[each.line - 1])
    return parts, errors
