"""Read f-puzzles documents without their disabled parts, and name these parts in a note."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pandoku.formats._drawn.grid import triggers_left_out
from pandoku.formats._text import Item
from pandoku.formats.f_puzzles.reader import progress_in, puzzle_of_document
from pandoku.formats.json.values import NOTHING, bad
from pandoku.model import Board
from pandoku.words import joined, visible

_OFF = "disabled"
_SETTING = "disabledlogic"  # a setting of the solver in f-puzzles, not a disabled rule
_TRIGGERS = "triggereffect"
_MOST_NAMED = 4
_LONGEST_NAME = 40  # maximum number of characters of a name in a note


def item_of_document(document: object) -> Item:
    """Return the puzzle of a document, with its progress and a note on the disabled parts.

    Raises:
        BadValueError, PuzzleError: As `puzzle_of_document`.
    """
    if not isinstance(document, dict):
        bad("puzzle", "an object", document)
    acting, note = acting_part(document)
    puzzle = puzzle_of_document(acting)
    made = progress_in(acting, puzzle)
    return Item(0, puzzle, made if isinstance(made, Board) else None, note)


def acting_part(document: Mapping[str, Any]) -> tuple[dict[str, Any], str | None]:
    """Return a document without its disabled parts, and a note that names them.

    A key that begins with "disabled" is a disabled rule. An entry of a list is disabled if its
    field "disabled" is true.

    >>> acting_part({"size": 4, "disabledthermometer": [{"lines": [["R1C1", "R1C2"]]}]})
    ({'size': 4}, 'disabled in the file, and left out: thermometer')
    """
    acting, off = dict[str, Any](), dict[str, None]()
    for key, value in document.items():
        if key.startswith(_OFF) and key != _SETTING:
            off |= {} if value in NOTHING else {key.removeprefix(_OFF): None}
            continue
        entries = value if isinstance(value, list) else []
        on = [
            each for each in entries if not (isinstance(each, Mapping) and each.get(_OFF) is True)
        ]
        acting[key] = value if len(on) == len(entries) else on
        off |= {} if len(on) == len(entries) else {key: None}
    triggers = acting.pop(_TRIGGERS, None)
    notes = []
    if off:
        shown = [visible(name[:_LONGEST_NAME]) for name in [*off][:_MOST_NAMED]]
        more = ["others"] * (len(off) > _MOST_NAMED)
        notes.append(f"disabled in the file, and left out: {joined([*shown, *more])}")
    if isinstance(triggers, list) and triggers:
        notes.append(triggers_left_out(len(triggers)))
    return acting, "; ".join(notes) or None
