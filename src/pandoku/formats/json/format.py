"""Format `json`: the lossless format of pandoku, with one or several objects.

A text has one object, one object per line, or an array of objects. In each object, only `size` is
required. The other keys are:

- `box`: [rows, columns] or null. Without `box` and `regions` the puzzle has the default boxes.
- `regions`: The region number of every cell, or a list of cells for each region.
- `houses`: A list of extra houses, each either {`name`, `cells`} or just a list of cells.
- `givens`: The digits row by row, 0 for an empty cell, as one list or a list of rows.
- `cages`: A list of {`op`, `target`, `cells`, `repeats`}. `repeats` defaults to false if `kind` is
  "killer". It also defaults to false in a grid with boxes or regions if there is no `kind`.
  Otherwise it defaults to true. `op` defaults to "=" for a single cell and to "+" for a cage of
  several cells whose digits do not repeat.
- `candidates`: For every cell, a mask (bit d-1 is digit d) or a list of digits.
- `constraints`: A list of all constraints except cages. Each has a `type`, the name of its kind
  such as "thermometer", and other keys such as `cells`.
- `version`: 2 for a puzzle with constraints, otherwise 1, which older programs can read.

Unknown keys raise an error, because they may be rules. Put other data into an object `extra` in the
puzzle or in a cage, or under keys that start with "x-". Such data is kept in `Puzzle.extra` and
written back. The data of a cage is kept in `Puzzle.extra["cages"]` under the number of the cage,
from 0. Documents of other programs raise an error with the name of the program. The exact rules are
in pandoku.schema.json, which `schema()` returns. Some values, such as a given above n, only make a
puzzle unsolvable. They are accepted, and `Puzzle.problems` lists them. A record that a command
printed with `--json` is read as the puzzle in it, with its progress (see
`pandoku.formats.json.record`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any, cast

from pandoku.formats._foreign_documents import foreign_document
from pandoku.formats._format import Format
from pandoku.formats._text import Item, SourceLine
from pandoku.formats.json.constraints import (
    constraint_object,
    constraint_schema,
    constraints_of,
    why_no_constraint,
)
from pandoku.formats.json.documents import read_documents
from pandoku.formats.json.values import (
    BadValueError,
    bad,
    boolean,
    data,
    elements,
    lists,
    no_more,
    optional,
    string,
    whole,
    wholes,
)
from pandoku.formats.line import puzzle_of_cells
from pandoku.model import (
    MAX_NUMBER,
    MAX_ORDER,
    OPERATIONS,
    Board,
    Cage,
    FrozenMap,
    Geometry,
    Puzzle,
    default_box,
    thaw,
)

_NAME = "json"
VERSION = 2  # version 1 does not support constraints

_TEXTS = ("id", "kind", "title", "author", "source", "words")
_SHAPES = ("size", "box", "regions", "diagonals", "houses")
_RULES = ("givens", "cages", "constraints", "candidates")
_KEYS = ("version", *_TEXTS, "symbols", *_SHAPES, *_RULES, "solution", "extra")
_HOUSE_KEYS = ("name", "cells")
_CAGE_KEYS = ("op", "target", "cells", "repeats", "extra")
# Names that other programs use for these keys. Similar spellings are recognized without this list.
_OTHER_NAMES = {
    **dict.fromkeys(("grid", "board", "puzzle", "clues", "cells", "digits", "quiz"), "givens"),
    **dict.fromkeys(("order", "n", "width", "height", "dimension"), "size"),
    **dict.fromkeys(("boxes", "blocks", "jigsaw"), "regions"),
    **dict.fromkeys(("killer", "groups"), "cages"),
    **dict.fromkeys(("name", "label"), "title"),
    **dict.fromkeys(("type", "variant"), "kind"),
    **dict.fromkeys(("pencilmarks", "marks", "masks"), "candidates"),
}
_OTHER_HOUSE_NAMES = {"title": "name", "label": "name", "id": "name"}
_OTHER_CAGE_NAMES = {
    **dict.fromkeys(("value", "sum", "total", "result", "clue"), "target"),
    **dict.fromkeys(("unique", "distinct"), "repeats"),
}
_OPERATION_WORDS = f"one of {' '.join(OPERATIONS)}"
_TOO_LONG: int = 10**MAX_NUMBER
_MAX_EXTRA_DEPTH = 56  # data nested this deep can be read back, even inside an object in an array


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of one object.

    The object of a puzzle matches the schema if its `problems` do not include errors.
    """
    path = Path(__file__).with_name("pandoku.schema.json")
    found = cast("dict[str, Any]", json.loads(path.read_text(encoding="utf-8")))
    found["$defs"]["constraint"] |= constraint_schema()
    return found


def _sniff(head: list[str]) -> bool:
    """Return whether the text starts with an object or an array of objects."""
    start = "".join("".join(head)[:5000].split())
    return start.startswith(("{", "[{"))


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the reason that the puzzle cannot be written, such as bad data in `extra`, or None."""
    for key, value in puzzle.extra.items():
        if not isinstance(key, str) or not _is_plain(value, _MAX_EXTRA_DEPTH):
            return f"extra[{key!r}] is not JSON, or is nested too deeply or has too large a number"
    targets = (cage.target or 0 for cage in puzzle.cages)
    numbers = (*targets, *puzzle.givens, *(puzzle.solution or ()))
    if not -_TOO_LONG < min(numbers) <= max(numbers) < _TOO_LONG:
        return f"it stores only numbers of at most {MAX_NUMBER} digits"
    return next(filter(None, map(why_no_constraint, puzzle.further)), None)


def _write(puzzle: Puzzle) -> str:
    """Return one object on one printable line, without unnecessary keys.

    For a puzzle without regions, the key `box` is always written, because a missing key means the
    default boxes. Its value is null if there are no boxes.
    """
    line = json.dumps(
        _to_object(puzzle), ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
    if not line.isprintable():  # escape control characters, and surrogates that UTF-8 cannot encode
        line = "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)
    return line + "\n"


# -------------------------------------------------------------------- objects to puzzles


def _to_item(value: object) -> Puzzle | Item:
    if not isinstance(value, dict):
        bad("puzzle", "an object", value)
    if (puzzle := _puzzle_in_record(value)) is not None:
        board = optional(dict(value), "board", partial(_board, puzzle=puzzle))
        return puzzle if board is None else Item(1, puzzle, board)
    return _to_puzzle(value)


def _to_puzzle(value: Mapping[str, Any]) -> Puzzle:
    rest = dict(value)
    if reason := foreign_document(rest):
        raise BadValueError(reason)
    extra = data(rest)
    no_more(rest, _KEYS, _OTHER_NAMES)
    _check_version(rest)
    texts: dict[str, Any] = {key: optional(rest, key, string) for key in _TEXTS}
    symbols = optional(rest, "symbols", string) or ""
    geometry = _geometry(rest)
    if texts["kind"] is None:
        repeats = geometry.box is None and geometry.regions is None
    else:
        repeats = texts["kind"] != "killer"
    cages = optional(rest, "cages", elements) or []
    givens = optional(rest, "givens", _numbers)
    constraints = optional(rest, "constraints", constraints_of)
    masks = optional(rest, "candidates", elements)
    candidates = None if masks is None else tuple(_mask(each, path) for path, each in masks)
    solution = optional(rest, "solution", _numbers)
    return Puzzle(
        geometry,
        givens or (),
        tuple(_cage(cage, path, repeats) for path, cage in cages),
        candidates,
        solution,
        extra=FrozenMap(_with_cage_extras(extra, cages)),
        further=constraints or (),
        symbols=symbols,
        **texts,
    )


def _puzzle_in_record(document: Mapping[str, Any]) -> Puzzle | None:
    """Return the puzzle of a record or of an explained path. Return None for other documents.

    Raises:
        BadValueError: The record reports an error, and has no puzzle.
    """
    is_path = "steps" in document and "start" in document
    if not is_path and not {"source", "line"} <= document.keys():
        return None
    found, name = document.get("puzzle"), document.get("id")
    if isinstance(found, dict):
        return _to_puzzle(found)
    if isinstance(found, str):
        puzzle = puzzle_of_record_text(found)
        return puzzle.replace(id=string(name, "id")) if name and puzzle.id is None else puzzle
    if isinstance(reason := document.get("error"), str):
        raise BadValueError(f"expected a record with a puzzle, found one with an error: {reason}")
    return None


def puzzle_of_record_text(text: str) -> Puzzle:
    """Return the puzzle in the text of a record: a document of this format, or a line.

    Raises:
        BadValueError: The text is not a document.
        FormatError: The text is not a line.
        PuzzleError: The document describes an impossible puzzle.
    """
    if not text.startswith("{"):
        return puzzle_of_cells(text, SourceLine(1, text), _NAME)
    try:
        return _to_puzzle(json.loads(text))
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadValueError(f"puzzle: expected a line or a document, found {error}") from None


def _board(value: object, path: str, puzzle: Puzzle) -> Board:
    """Return the progress in a record. The puzzle's candidates may be a part of it."""
    if not isinstance(value, dict):
        bad(path, "an object with digits and candidates", value)
    rest, cells = dict(value), len(puzzle.givens)
    digits = wholes(rest.pop("digits", None), f"{path}.digits")
    candidates = elements(rest.pop("candidates", None), f"{path}.candidates")
    masks = [_mask(each, place) for place, each in candidates]
    no_more(rest, ("digits", "candidates"), {})
    if not len(digits) == len(masks) == cells:
        raise BadValueError(
            f"{path}: expected {cells} digits and {cells} lists of candidates, "
            f"found {len(digits)} and {len(masks)}"
        )
    return Board(puzzle.replace(candidates=None), tuple(digits), tuple(masks))


def _check_version(rest: dict[str, object]) -> None:
    """Remove the version from *rest* and check it. An object with constraints needs version 2."""
    version = rest.pop("version", VERSION)
    if type(version) is not int or version < 1:
        bad("version", "1 or 2", version)
    if version > VERSION:
        raise BadValueError(f"version {version}: this version of pandoku reads 1 and 2")
    if version == 1 and rest.get("constraints"):
        bad("version", "2 for a puzzle with constraints", version)


def _geometry(rest: dict[str, object]) -> Geometry:
    """Remove the keys of the geometry from *rest* and return it."""
    if "size" not in rest:
        raise BadValueError(f"size: expected an order from 1 to {MAX_ORDER}, found no such key")
    n = whole(rest.pop("size"), "size")
    if not 1 <= n <= MAX_ORDER:
        bad("size", f"an order from 1 to {MAX_ORDER}", n)
    regions = optional(rest, "regions", lambda value, path: _regions(value, path, n))
    has_box = "box" in rest
    box = optional(rest, "box", _box)
    if not has_box and regions is None:
        box = default_box(n)
    diagonals = optional(rest, "diagonals", boolean) or False
    houses = [_house(each, path) for path, each in optional(rest, "houses", elements) or ()]
    return Geometry(n, box, regions, diagonals, houses)


def _house(value: object, path: str) -> Any:
    if isinstance(value, list):
        return wholes(value, path)
    if not isinstance(value, dict):
        bad(path, "an object with name and cells, or a list of cells", value)
    rest = dict(value)
    no_more(rest, _HOUSE_KEYS, _OTHER_HOUSE_NAMES, path)
    for key in _HOUSE_KEYS:
        if key not in rest:
            raise BadValueError(f"{path}: expected the key {key!r}, found no such key")
    return {string(rest["name"], f"{path}.name"): wholes(rest["cells"], f"{path}.cells")}


def _box(value: object, path: str) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        bad(path, "[rows, columns] or null", value)
    rows, columns = wholes(value, path)
    return rows, columns


def _regions(value: object, path: str, n: int) -> tuple[int, ...]:
    if not _holds_lists(value):
        return wholes(value, path)
    region_of = [-1] * (n * n)
    for number, cells in enumerate(lists(value, path)):
        for cell in cells:
            if not 0 <= cell < n * n:
                bad(f"{path}[{number}]", f"cells 0..{n * n - 1}", cell)
            if region_of[cell] >= 0:
                reason = f"{path}[{number}]: cell {cell} is already in region {region_of[cell]}"
                raise BadValueError(reason)
            region_of[cell] = number
    if -1 in region_of:
        free = region_of.index(-1)
        reason = f"{path}: expected every cell in a region, found cell {free} in no region"
        raise BadValueError(reason)
    return tuple(region_of)


def _cage(value: object, path: str, repeats: bool) -> Cage:
    if not isinstance(value, dict):
        bad(path, "an object", value)
    rest = dict(value)
    data(rest, path)
    no_more(rest, _CAGE_KEYS, _OTHER_CAGE_NAMES, path)
    cells = wholes(rest.get("cells", []), f"{path}.cells")
    if not cells:
        raise BadValueError(f"{path}.cells: expected a list of at least one cell, found none")
    target = optional(rest, "target", whole, path)
    own_repeats = optional(rest, "repeats", boolean, path)
    repeats = repeats if own_repeats is None else own_repeats
    if (operation := optional(rest, "op", _operation, path)) is None:
        if len(cells) > 1 and target is not None and repeats:
            raise BadValueError(f"{path}.op: expected {_OPERATION_WORDS}, found no such key")
        operation = "=" if len(cells) == 1 else "+"
    return Cage(operation, target, cells, repeats)


def _operation(value: object, path: str) -> str:
    if value not in tuple(OPERATIONS):
        bad(path, _OPERATION_WORDS, value)
    return value


def _with_cage_extras(extra: dict[str, object], cages: list[tuple[str, Any]]) -> dict[str, object]:
    """Return *extra* together with the data of the cages, in the form of `Puzzle.extra`."""
    found = {str(number): data(dict(cage), path) for number, (path, cage) in enumerate(cages)}
    found = {number: about for number, about in found.items() if about}
    if found and "cages" in extra:
        reason = "expected no key 'cages' in addition to the extra data of cages, found one"
        raise BadValueError(f"extra: {reason}")
    return extra | ({"cages": found} if found else {})


def _holds_lists(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], list)


def _numbers(value: object, path: str) -> tuple[int, ...]:
    """Return a number for every cell, from a flat list or a list of rows."""
    if not _holds_lists(value):
        return wholes(value, path)
    rows = lists(value, path)
    for index, row in enumerate(rows):
        if len(row) != len(rows):
            reason = f"expected {len(rows)} numbers in each of {len(rows)} rows, found {len(row)}"
            raise BadValueError(f"{path}[{index}]: {reason}")
    return tuple(number for row in rows for number in row)


def _mask(value: object, path: str) -> int:
    if not isinstance(value, list):
        return whole(value, path)
    digits = wholes(value, path)
    if any(not 1 <= digit <= MAX_ORDER for digit in digits):
        bad(path, f"digits from 1 to {MAX_ORDER}", value)
    return sum({1 << (digit - 1) for digit in digits})


# -------------------------------------------------------------------- puzzles to objects


def _to_object(puzzle: Puzzle) -> dict[str, object]:
    geometry = puzzle.geometry
    out: dict[str, object] = {"version": VERSION if puzzle.further else 1}
    out |= {key: value for key in _TEXTS if (value := getattr(puzzle, key)) is not None}
    if puzzle.symbols:
        out["symbols"] = puzzle.symbols
    out["size"] = geometry.order
    if geometry.regions is not None:
        out["regions"] = geometry.regions
    else:
        out["box"] = geometry.box
    if geometry.diagonals:
        out["diagonals"] = True
    if geometry.extra:
        named = zip(geometry.extra_names, geometry.extra, strict=True)
        out["houses"] = [{"name": name, "cells": cells} for name, cells in named]
    if puzzle.n_givens:
        out["givens"] = puzzle.givens
    extra = cast("dict[str, Any]", thaw(puzzle.extra))
    is_about = _is_about_cages(extra.get("cages"), len(puzzle.cages))
    about = extra.pop("cages") if is_about else {}
    if puzzle.cages:
        cages = out["cages"] = list[dict[str, object]]()
        for number, cage in enumerate(puzzle.cages):
            found: dict[str, object] = {"op": cage.operation, "target": cage.target}
            found |= {"cells": cage.cells, "repeats": cage.repeats}
            cages.append(found | _data_object(about.get(str(number), {})))
    if puzzle.further:
        out["constraints"] = [*map(constraint_object, puzzle.further)]
    if puzzle.candidates is not None:
        out["candidates"] = puzzle.candidates
    if puzzle.solution is not None:
        out["solution"] = puzzle.solution
    return out | _data_object(extra)


def _data_object(extra: dict[str, object]) -> dict[str, object]:
    """Return the data in the form that `data` reads: x- keys, and all other data under `extra`."""
    inside = {key: value for key, value in extra.items() if not key.startswith("x-")}
    beside = {key: value for key, value in extra.items() if key.startswith("x-")}
    return ({"extra": inside} if inside else {}) | beside


def _is_about_cages(value: object, n_cages: int) -> bool:
    """Return whether a value is the data of cages, each under the number of an existing cage."""
    numbers = {str(number) for number in range(n_cages)}
    return (
        isinstance(value, Mapping)
        and bool(value)
        and all(
            number in numbers and isinstance(about, Mapping) and about
            for number, about in value.items()
        )
    )


def _is_plain(value: object, depth: int) -> bool:
    """Return whether JSON can represent a value, nested at most *depth* deep."""
    if isinstance(value, Mapping):
        keys_are_texts = all(isinstance(key, str) for key in value)
        return depth > 0 and keys_are_texts and all(_is_plain(v, depth - 1) for v in value.values())
    if isinstance(value, tuple | list):
        return depth > 0 and all(_is_plain(element, depth - 1) for element in value)
    if isinstance(value, float):
        return isfinite(value)
    if isinstance(value, int):
        return abs(value) < _TOO_LONG
    return value is None or isinstance(value, str)


FORMAT = Format(
    name=_NAME,
    summary="pandoku's own lossless format: one object, or one per line (.jsonl)",
    carries="everything; orders 1 to 36",
    keeps=("id", "kind", "title", "author", "source", "words", "solution", "extra", "symbols"),
    suffixes=(".json", ".jsonl"),
    example='{"size": 4, "givens": [0,0,3,0, 1,0,0,0, 0,0,0,2, 0,4,0,0], "title": "Four"}\n',
    sniff_order=5,
    sniff=_sniff,
    read=lambda lines: read_documents(lines, _NAME, _to_item),
    why_not=_why_not,
    write=_write,
)
