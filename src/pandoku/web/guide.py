"""Hints as data for a page that is alone: their sentences, each step of a path, what it rests on.

`web/src/single` reads it. What a hint says is made here; the page only chooses the step, and fills
places in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, takewhile
from typing import Any

from pandoku.draw import Drawing, Text
from pandoku.draw.listing import listing
from pandoku.logic import (
    HINT_LEVELS,
    Hint,
    HintSentence,
    Path,
    PathStep,
    Veil,
    explain,
    hint,
    hint_ladder,
    premises,
)
from pandoku.model import Board, Marks

__all__ = ["guide_in_fog", "guide_of", "hint_sentences"]

_Pair = tuple[int, int]

_WHERE, _NAMED, _PATTERN, _REASON, _WHOLE = range(1, len(HINT_LEVELS))
_PARTS = ("fills", "lines", "texts", "rings", "curves", "legend", "sums")
_BESIDE = ("clue", "given", "digit")  # texts that the player's own board has


def hint_sentences() -> dict[str, str]:
    """Return the sentences of hints that need no step, by name: templates with places in braces.

    >>> hint_sentences()["clash"]
    'The digits at {cells} clash.'
    """
    return {each.name.lower(): each.value for each in HintSentence}


def guide_of(path: Path) -> dict[str, Any]:
    """Return a path as a JSON value. A candidate is one number: cell * order + digit - 1.

    Keys: "digits" (those of the first board besides the givens, row by row, or null for none),
    "gone" (the candidates that are missing on the first board though no digit in sight says why),
    "steps", and "end" (what a hint says after the last step; "" if the grid is full then).

    Of a step: "title" (of its technique), "places" and "removes" (candidates), "needs" (the
    candidates that must be gone for it to hold, or null for all that are gone before it), "texts"
    (of the levels 1 to 5 of a hint: how many characters of the text before it stay, and what
    follows), "look" and "pattern" (the cells of levels 1 and 3), "before" and "after" (what lies
    over the board at levels 4 and 5: as `listing`, without what is empty; a number in a list of
    "after" stands for that item of "before").

    Args:
        path: Its first board is the one to play from.
    """
    start = path.start
    givens = start.puzzle.givens
    plain = Board.start(start.puzzle, start.digits)
    digits = [0 if given else d for given, d in zip(givens, start.digits, strict=True)]
    return {
        "digits": digits if any(digits) else None,
        "gone": _numbers(_missing(plain, start), start.puzzle.order),
        "steps": [_step(each, start) for each in path],
        "end": "" if path.stopped == "full" else _last_words(path),
    }


def guide_in_fog(veil: Veil, path: Path) -> dict[str, Any]:
    """Return the hints of a puzzle in fog, as `guide_of` does: a path that sees what a player sees.

    A step has "sees" too: the cells that must be clear for it.

    Args:
        veil: The fog.
        path: Its techniques, and its scale, are used.
    """
    start, taken, end = None, list[dict[str, Any]](), None
    for each, clear in _path_in_fog(veil, path):
        start = start or each.board
        taken.append(_step(each, start) | {"sees": sorted(clear)})
        end = each.board.after(each.step)
    is_full = end is not None and end.is_full
    return {
        "digits": None,
        "gone": [],
        "steps": taken,
        "end": "" if is_full else HintSentence.NOTHING_IN_SIGHT.value,
    }


def _path_in_fog(veil: Veil, path: Path) -> Iterator[tuple[PathStep, frozenset[int]]]:
    """Yield steps that follow from what can be seen, and the cells that are clear before each."""
    written = [0] * len(veil.puzzle.givens)
    gone = [0] * len(written)  # candidates that steps have removed, as masks
    for number in count(1):
        clear = veil.clear(written)
        fresh = Board.start(veil.seen(clear), veil.digits(written))
        masks = zip(fresh.masks, gone, fresh.digits, strict=True)
        left = tuple(mask if digit else mask & ~without for mask, without, digit in masks)
        board = Board(fresh.puzzle, fresh.digits, left)
        if board.is_full:
            return
        found = explain(board, techniques=path.techniques, scale=path.scale, limit=1)
        if not found.steps:
            return
        step = found.steps[0]
        yield PathStep(number, board, step, path.technique(step.technique)), clear
        for cell, digit in step.placements:
            written[cell] = digit
        for cell, digit in step.eliminations:
            gone[cell] |= 1 << (digit - 1)


def _last_words(path: Path) -> str:
    """Return what is said of a board on which no technique finds anything."""
    end = path.end
    marks = Marks(end.puzzle.order, center=end.masks)
    return hint(end, _WHERE, marks=marks, techniques=path.techniques, scale=path.scale).text


def _missing(fuller: Board, board: Board) -> Iterator[_Pair]:
    """Yield the candidates of a board that another one, of the same digits, does not have."""
    for cell, digit in enumerate(board.digits):
        for candidate in () if digit else fuller.candidates(cell):
            if not board.masks[cell] >> (candidate - 1) & 1:
                yield cell, candidate


def _numbers(pairs: Iterable[_Pair], order: int) -> list[int]:
    return [cell * order + digit - 1 for cell, digit in pairs]


def _step(taken: PathStep, start: Board) -> dict[str, Any]:
    step, board, order = taken.step, taken.board, taken.board.puzzle.order
    hints = {each.level: each for each in _hints_of(taken)}
    # Without the ledger: the numbers of earlier steps mean nothing to somebody who plays.
    words = taken.technique.explain(step, board)
    before, after = (_over_board(hints[level].drawing()) for level in (_REASON, _WHOLE))
    return {
        "title": taken.technique.title,
        "places": _numbers(step.placements, order),
        "removes": _numbers(step.eliminations, order),
        "needs": _needs(premises(step, board, words.full), board, start),
        "texts": [*_continued(hints[level].text for level in range(_WHERE, len(HINT_LEVELS)))],
        "look": list(hints[_WHERE].cells),
        "pattern": list(hints[_PATTERN].cells),
        "before": before,
        "after": {name: _shared(items, before.get(name, [])) for name, items in after.items()},
    }


def _hints_of(taken: PathStep) -> tuple[Hint, ...]:
    return hint_ladder(taken.step, taken.technique, taken.board, is_unmarked=taken.is_unmarked)


def _continued(texts: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield how many characters each text shares with the one before it, and the rest."""
    last = ""
    for text in texts:
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(last, text, strict=False))
        kept = sum(1 for _ in alike)
        yield kept, text[kept:]
        last = text


def _shared(items: list[Any], before: list[Any]) -> list[Any]:
    """Return the items; those that are in *before* as their place there."""
    places = {repr(item): at for at, item in enumerate(before)}
    return [places.get(repr(item), item) for item in items]


def _needs(wanted: Iterable[_Pair], board: Board, start: Board) -> list[int] | None:
    """Return the candidates of *wanted* that steps have removed, or null if all of them are."""
    needed = {(cell, digit) for cell, digit in wanted if start.masks[cell] >> (digit - 1) & 1}
    n_gone = sum(
        (before & ~now).bit_count() for before, now in zip(start.masks, board.masks, strict=True)
    )
    return None if len(needed) == n_gone else _numbers(sorted(needed), board.puzzle.order)


def _over_board(drawing: Drawing) -> dict[str, Any]:
    """Return what a drawing has besides the board, and all candidates of the cells that it uses."""
    touched = {_cell_at(text) for text in drawing.texts if _is_marked(text)}
    over = replace(
        drawing,
        fills=tuple(fill for fill in drawing.fills if fill.role != "extra"),
        lines=tuple(line for line in drawing.lines if line.role == "told"),
        texts=tuple(text for text in drawing.texts if _is_over(text, touched)),
    )
    found = listing(over)
    found["legend"] = [[key["sign"], key["style"], key["text"]] for key in found["legend"]]
    return {name: _rounded(found[name]) for name in _PARTS if found[name]}


def _is_over(text: Text, touched: set[tuple[int, int]]) -> bool:
    if text.role == "candidate":
        return _cell_at(text) in touched
    return text.role not in _BESIDE and (text.role != "coordinate" or bool(text.style))


def _is_marked(text: Text) -> bool:
    return text.role == "candidate" and bool(text.style or text.struck)


def _cell_at(text: Text) -> tuple[int, int]:
    return int(text.x), int(text.y)


def _rounded(value: Any) -> Any:
    """Return a JSON value with its numbers in hundredths of a cell: the rest cannot be seen."""
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return round(value, 2) if isinstance(value, float) else value
