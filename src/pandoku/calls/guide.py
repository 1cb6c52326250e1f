"""Hints as data for a page without a server: sentences, and steps with their conditions.

`web/src/single` reads this data. This module writes the texts of all hints. The page only chooses a
step or a sentence, and replaces names in braces.
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

_WHERE, *_, _CELLS, _WHOLE = range(1, len(HINT_LEVELS))
_PARTS = ("fills", "lines", "texts", "rings", "curves", "legend", "sums", "ways")
# Texts with these roles are omitted, because the player's board already shows them.
_BESIDE = ("clue", "given", "digit")


def hint_sentences() -> dict[str, str]:
    """Return the sentences of hints that have no step, as templates with names in braces.

    >>> hint_sentences()["clash"]
    'The digits at {cells} clash.'
    """
    return {each.name.lower(): each.value for each in HintSentence}


def guide_of(path: Path) -> dict[str, Any]:
    """Return a path as a JSON value. A candidate is one number: cell * order + digit - 1.

    Keys:

    - "digits": digits that the player had placed on the first board, row by row, with 0 for all
      other cells. null if there are only givens.
    - "gone": candidates that are missing on the first board, although its digits allow them.
    - "steps": the steps, with the keys below.
    - "end": hint after the last step, or "" if the last step fills the grid.

    Keys of a step:

    - "title": title of its technique.
    - "places" and "removes": candidates that the step places or removes.
    - "needs": candidates that must be removed before the step is valid. null means all candidates
      that earlier steps have removed.
    - "texts": a pair for each hint level 1 to 5. The text of a level often begins like the text of
      the previous level. The pair is the length of the beginning that the two texts share, and the
      remaining text.
    - "look": cells of the place to look at.
    - "pattern": cells of the pattern.
    - "before" and "after": drawings over the board at hint levels 4 and 5, in the form of `listing`
      but without empty lists. A number in a list of "after" represents the item with this index in
      the list of "before".

    Args:
        path: The path. The game starts from its first board.
    """
    start = path.start
    givens = start.puzzle.givens
    plain = Board.start(start.puzzle, start.digits)
    digits = [0 if given else d for given, d in zip(givens, start.digits, strict=True)]
    gone = [
        (cell, candidate)
        for cell, digit in enumerate(start.digits)
        if not digit
        for candidate in plain.candidates(cell)
        if not start.masks[cell] >> (candidate - 1) & 1
    ]
    last = ""
    if path.stopped != "full":  # this hint is shown on a board where no technique makes progress
        marks = Marks(path.end.puzzle.order, center=path.end.masks)
        found = hint(path.end, _WHERE, marks=marks, techniques=path.techniques, scale=path.scale)
        last = found.text
    return {
        "digits": digits if any(digits) else None,
        "gone": _numbers(gone, start.puzzle.order),
        "steps": [_step(each, start) for each in path],
        "end": last,
    }


def guide_in_fog(veil: Veil, path: Path) -> dict[str, Any]:
    """Return the hints of a puzzle in fog, in the form of `guide_of`.

    Each step uses only what a player can see. Its additional key "sees" lists the cells that must
    be clear of fog before the step is valid.

    Args:
        veil: The fog.
        path: A path of the puzzle. Only its techniques and its scale are used.
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
    """Yield steps that follow from visible cells, each with the cells that are clear so far."""
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


def _numbers(pairs: Iterable[_Pair], order: int) -> list[int]:
    return [cell * order + digit - 1 for cell, digit in pairs]


def _step(taken: PathStep, start: Board) -> dict[str, Any]:
    step, board, order = taken.step, taken.board, taken.board.puzzle.order
    ladder = hint_ladder(step, taken.technique, board, reader=taken.reader)
    hints = {each.level: each for each in ladder}
    # No ledger is passed, so the words contain no step numbers, which would mean nothing to a
    # player.
    words = taken.technique.explain(step, board)
    before, after = (_over_board(hints[level].drawing()) for level in (_CELLS, _WHOLE))
    texts, last = list[tuple[int, str]](), ""
    for text in (hints[level].text for level in range(_WHERE, len(HINT_LEVELS))):
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(last, text, strict=False))
        n_shared = sum(1 for _ in alike)
        texts.append((n_shared, text[n_shared:]))
        last = text
    for name, items in after.items():
        places = {repr(item): at for at, item in enumerate(before.get(name, []))}
        after[name] = [places.get(repr(item), item) for item in items]
    return {
        "title": taken.title,
        "places": _numbers(step.placements, order),
        "removes": _numbers(step.eliminations, order),
        "needs": _needs(premises(step, board, words.full), board, start),
        "texts": texts,
        "look": list(hints[_WHERE].cells),
        "pattern": list(hints[_WHOLE].cells),
        "before": before,
        "after": after,
    }


def _needs(wanted: Iterable[_Pair], board: Board, start: Board) -> list[int] | None:
    """Return the *wanted* candidates that steps removed, or None if steps removed no others."""
    needed = {(cell, digit) for cell, digit in wanted if start.masks[cell] >> (digit - 1) & 1}
    n_gone = sum(
        (before & ~now).bit_count() for before, now in zip(start.masks, board.masks, strict=True)
    )
    return None if len(needed) == n_gone else _numbers(sorted(needed), board.puzzle.order)


def _over_board(drawing: Drawing) -> dict[str, Any]:
    """Return a drawing without the board itself.

    If the drawing marks or strikes a candidate, all candidates of this cell remain in the drawing.
    """
    touched = {
        _cell_at(text)
        for text in drawing.texts
        if text.role == "candidate" and (text.style or text.struck)
    }
    over = replace(
        drawing,
        fills=tuple(fill for fill in drawing.fills if fill.role != "extra"),
        # A player may take the steps in another order, before the digits at the start of the rays.
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


def _cell_at(text: Text) -> tuple[int, int]:
    return int(text.x), int(text.y)


def _rounded(value: Any) -> Any:
    """Round the numbers in a JSON value to hundredths of a cell, because nobody sees the rest."""
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return round(value, 2) if isinstance(value, float) else value
