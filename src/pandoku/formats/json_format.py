"""Format `json`: pandoku's own, lossless; one object, one a line, or an array of objects.

`size` is all that an object needs. `box` is [rows, columns] or null; `regions` the region number of
every cell, or the regions as lists of cells; `givens` row-major with 0 for empty; `cages` a list of
{`op`, `target`, `cells`, `repeats`}; `candidates` a mask, or a list of digits, for every cell.
Without `box` and `regions` the boxes are the usual ones of the order. A cage that does not say
`repeats` repeats, unless `kind` is "killer" or, without a kind, there are boxes or regions.
Keys that pandoku does not know are kept in `Puzzle.extra` and written back. The exact rules are
in pandoku.schema.json beside this file (`schema()` returns it).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn, cast

from pandoku.errors import FormatError, PuzzleError
from pandoku.formats._text import Item, Line, Lines
from pandoku.model import MAX_ORDER, Cage, FrozenMap, Geometry, Puzzle, default_box, thaw

NAME = "json"
SUMMARY = "pandoku's own: everything a puzzle holds, one object or one a line (.jsonl)"
CARRIES = "everything"
KEEPS = ("id", "kind", "title", "author", "source", "solution", "extra")
SUFFIXES = (".json", ".jsonl")
EXAMPLE = '{"size": 4, "givens": [0,0,3,0, 1,0,0,0, 0,0,0,2, 0,4,0,0], "title": "Four"}\n'
SNIFF_ORDER = 5
SEPARATOR = ""
VERSION = 1

_TEXTS = ("id", "kind", "title", "author", "source")
_CAGE_KEYS = ("op", "target", "cells", "repeats")
_MAX_DEPTH = 64  # deeper than any puzzle, far below what the parser can take
_MAX_CHARS = 16_000_000


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of one object."""
    path = Path(__file__).with_name("pandoku.schema.json")
    return cast("dict[str, Any]", json.loads(path.read_text(encoding="utf-8")))


def sniff(head: list[str]) -> bool:
    """Whether the text starts with an object, or with an array of them."""
    text = "".join(t.strip() for t in head)[:2000]
    return re.match(r"\{|\[\s*\{", text) is not None


def read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each object."""
    for first, text, error in _objects(lines):
        if error is not None:
            yield Item(first, error)
            continue
        yield from _items(first, text)


def why_not(puzzle: Puzzle) -> str | None:
    """Nothing is lost."""
    return None


def write(puzzle: Puzzle) -> str:
    """One object on one line; what has its usual value is left out."""
    return json.dumps(_to_object(puzzle), ensure_ascii=False, separators=(",", ":")) + "\n"


# -------------------------------------------------------------------- text to objects


def _objects(lines: Lines) -> Iterator[tuple[int, str, FormatError | None]]:
    """Yield each outermost value's first line and text, found by counting brackets.

    A line that is broken JSON is an error by itself when the next one starts an object again.
    """
    held: list[str] = []
    first = 0
    scanner = _Scanner()
    for line in lines:
        if not held and not line.text.strip():
            continue
        if held and scanner.is_stuck and line.text.startswith("{"):
            yield first, "\n".join(held), None
            held, scanner = [], _Scanner()
        if not held:
            first = line.number
        held.append(line.text)
        scanner.feed(line.text)
        error = None
        if scanner.deepest > _MAX_DEPTH:
            reason = f"expected brackets nested at most {_MAX_DEPTH} deep, found more"
            error = FormatError(reason, format=NAME, line=line.number)
        elif scanner.size > _MAX_CHARS:
            reason = f"expected objects of at most {_MAX_CHARS:,} characters"
            error = FormatError(reason, format=NAME, line=first)
        if error is not None or scanner.depth <= 0:
            yield first, "\n".join(held), error
            held, scanner = [], _Scanner()
    if held:
        yield first, "\n".join(held), None


class _Scanner:
    """Follows brackets and strings over lines, without building anything."""

    _TOKEN = re.compile(r'"(?:[^"\\]|\\.)*("?)|[\[\]{}]')

    def __init__(self) -> None:
        self.depth = self.deepest = self.size = 0
        self.is_stuck = False  # a string did not end on its line: no JSON any more

    def feed(self, text: str) -> None:
        """Count the brackets of one line."""
        self.size += len(text) + 1
        for match in self._TOKEN.finditer(text):
            token = match.group()
            if token in ("{", "["):
                self.depth += 1
                self.deepest = max(self.deepest, self.depth)
                if self.deepest > _MAX_DEPTH:
                    return
            elif token in ("}", "]"):
                self.depth -= 1
            elif match[1] != '"':
                self.is_stuck = True
        if self.depth > 0 and text.startswith("{") and text.rstrip().endswith("}"):
            self.is_stuck = True


def _items(first: int, text: str) -> Iterator[Item]:
    try:
        values = _decode(text, first)
    except FormatError as error:
        yield Item(first, error)
        return
    for value in values:
        if isinstance(value, list):
            for element in value:
                yield _item(element, first)
        else:
            yield _item(value, first)


def _decode(text: str, first: int) -> list[Any]:
    """Return the JSON values that stand in *text* one after the other."""
    decoder = json.JSONDecoder(
        parse_float=_no_float,
        parse_constant=_no_float,
        parse_int=_int,
        object_pairs_hook=_no_twins,
    )
    values, at = [], 0
    while (at := _skip(text, at)) < len(text):
        try:
            value, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            _fail_at(text, first, error.pos, f"not JSON: {error.msg[0].lower()}{error.msg[1:]}")
        except _BadValueError as error:
            raise FormatError(str(error), format=NAME, line=first) from None
        except RecursionError:
            raise FormatError("nested too deep", format=NAME, line=first) from None
        values.append(value)
    return values


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n,":
        at += 1
    return at


def _fail_at(text: str, first: int, at: int, reason: str) -> NoReturn:
    before = text[:at]
    number = before.count("\n")
    column = at - (before.rfind("\n") + 1) + 1
    line = Line(first + number, text.split("\n")[number])
    raise FormatError(reason, format=NAME, line=line.number, column=column, text=line.text)


class _BadValueError(ValueError):
    """A value that JSON allows and this format does not."""


def _no_float(text: str) -> NoReturn:
    raise _BadValueError(f"expected whole numbers, found {text[:20]}")


def _int(text: str) -> int:
    if len(text) > 60:
        raise _BadValueError(f"expected numbers of at most 60 digits, found {len(text)}")
    return int(text)


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        keys = [key for key, _ in pairs]
        twin = next(key for key in keys if keys.count(key) > 1)
        raise _BadValueError(f"the key {twin!r} stands twice in one object")
    return result


# -------------------------------------------------------------------- objects to puzzles


def _item(value: object, line: int) -> Item:
    try:
        return Item(line, _to_puzzle(value))
    except PuzzleError as error:
        return Item(line, PuzzleError(error.reason, problems=error.problems, line=line))
    except _BadValueError as error:
        return Item(line, FormatError(str(error), format=NAME, line=line))


def _bad(path: str, expected: str, found: object) -> NoReturn:
    shown = json.dumps(found, default=str)
    shown = shown if len(shown) <= 40 else shown[:37] + "..."
    raise _BadValueError(f"{path}: expected {expected}, found {shown}")


def _whole(value: object, path: str) -> int:
    if type(value) is not int:
        _bad(path, "a whole number", value)
    return value


def _list(value: object, path: str, read: Callable[[object, str], Any]) -> list[Any]:
    if not isinstance(value, list):
        _bad(path, "a list", value)
    return [read(item, f"{path}[{index}]") for index, item in enumerate(value)]


def _whole_list(value: object, path: str) -> list[int]:
    return _list(value, path, _whole)


def _to_puzzle(value: object) -> Puzzle:
    if not isinstance(value, dict):
        _bad("puzzle", "an object", value)
    known = dict(value)
    version = known.pop("version", VERSION)
    if version != VERSION:
        _bad("version", f"{VERSION}, the only one there is", version)
    if "size" not in known:
        _bad("size", f"an order from 1 to {MAX_ORDER}", None)
    n = _whole(known.pop("size"), "size")
    if not 1 <= n <= MAX_ORDER:
        _bad("size", f"an order from 1 to {MAX_ORDER}", n)
    texts = {key: known.pop(key) for key in _TEXTS if key in known}
    for key, text in texts.items():
        if text is not None and not isinstance(text, str):
            _bad(key, "a text", text)
    geometry = _geometry(n, known)
    repeats = _default_repeats(texts.get("kind"), geometry)
    unknown: dict[str, object] = {}
    cages = _list(
        known.pop("cages", None) or [], "cages", lambda v, path: _cage(v, path, repeats, unknown)
    )
    candidates = known.pop("candidates", None)
    masks = None if candidates is None else tuple(_list(candidates, "candidates", _mask))
    solution = known.pop("solution", None)
    givens = known.pop("givens", None)
    return Puzzle(
        geometry,
        () if givens is None else tuple(_cells(givens, "givens")),
        tuple(cages),
        masks,
        None if solution is None else tuple(_cells(solution, "solution")),
        extra=FrozenMap({**known, **({"cages": unknown} if unknown else {})}),
        **texts,
    )


def _cells(value: object, path: str) -> list[int]:
    """Return a number for every cell, from a flat list or from a list of rows."""
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        return [digit for row in _list(value, path, _whole_list) for digit in row]
    return _whole_list(value, path)


def _geometry(n: int, known: dict[str, Any]) -> Geometry:
    box = known.pop("box", "usual")
    regions = known.pop("regions", None)
    diagonals = known.pop("diagonals", False)
    houses = known.pop("houses", None) or []
    if not isinstance(diagonals, bool):
        _bad("diagonals", "true or false", diagonals)
    if box == "usual":
        box = None if regions is not None else default_box(n)
    elif box is not None:
        box = tuple(_whole_list(box, "box"))
    if regions is not None:
        regions = _regions(n, regions)
    extra = tuple(tuple(cells) for cells in _list(houses, "houses", _whole_list))
    return Geometry(n, box, regions, diagonals, extra)


def _regions(n: int, value: object) -> tuple[int, ...]:
    if isinstance(value, list) and value and all(isinstance(cells, list) for cells in value):
        region_of = [-1] * (n * n)
        for number, cells in enumerate(_list(value, "regions", _whole_list)):
            for cell in cells:
                if not 0 <= cell < n * n or region_of[cell] >= 0:
                    _bad(f"regions[{number}]", f"cells 0..{n * n - 1}, each once", cell)
                region_of[cell] = number
        return tuple(region_of)
    return tuple(_whole_list(value, "regions"))


def _default_repeats(kind: object, geometry: Geometry) -> bool:
    if isinstance(kind, str):
        return kind != "killer"
    return geometry.box is None and geometry.regions is None


def _cage(value: object, path: str, repeats: bool, unknown: dict[str, object]) -> Cage:
    if not isinstance(value, dict):
        _bad(path, "an object", value)
    target = value.get("target")
    cells = value.get("cells")
    operation = value.get("op", "+" if target is None or repeats is False else None)
    says = value.get("repeats", repeats)
    if not isinstance(operation, str) or operation not in tuple("+-*/=?"):
        _bad(f"{path}.op", "an operation out of + - * / = ?", operation)
    if target is not None:
        target = _whole(target, f"{path}.target")
    if not isinstance(says, bool):
        _bad(f"{path}.repeats", "true or false", says)
    if not cells:
        _bad(f"{path}.cells", "a list of at least one cell", cells)
    if rest := {key: item for key, item in value.items() if key not in _CAGE_KEYS}:
        unknown[path[len("cages[") : -1]] = rest
    return Cage(operation, target, tuple(_whole_list(cells, f"{path}.cells")), says)


def _mask(value: object, path: str) -> int:
    if isinstance(value, list):
        digits = _whole_list(value, path)
        if any(not 1 <= digit <= MAX_ORDER for digit in digits):
            _bad(path, f"digits from 1 to {MAX_ORDER}", value)
        return sum({1 << (digit - 1) for digit in digits})
    return _whole(value, path)


# -------------------------------------------------------------------- puzzles to objects


def _to_object(puzzle: Puzzle) -> dict[str, object]:
    geometry = puzzle.geometry
    out: dict[str, object] = {"version": VERSION}
    out |= {key: text for key in _TEXTS if (text := getattr(puzzle, key)) is not None}
    out["size"] = geometry.order
    if geometry.regions is not None:
        out["regions"] = list(geometry.regions)
    else:
        out["box"] = list(geometry.box) if geometry.box else None
    if geometry.diagonals:
        out["diagonals"] = True
    if geometry.extra:
        out["houses"] = [list(cells) for cells in geometry.extra]
    if puzzle.n_givens:
        out["givens"] = list(puzzle.givens)
    extra = cast("dict[str, object]", thaw(puzzle.extra))
    if puzzle.cages:
        unknown = extra.pop("cages", {})
        known = unknown if isinstance(unknown, Mapping) else {}
        out["cages"] = [_cage_object(c, known.get(str(i))) for i, c in enumerate(puzzle.cages)]
    if puzzle.candidates is not None:
        out["candidates"] = list(puzzle.candidates)
    if puzzle.solution is not None:
        out["solution"] = list(puzzle.solution)
    return out | {key: value for key, value in extra.items() if key not in out}


def _cage_object(cage: Cage, unknown: object) -> dict[str, object]:
    out: dict[str, object] = {"op": cage.operation, "target": cage.target}
    out |= {"cells": list(cage.cells), "repeats": cage.repeats}
    return out | (dict(unknown) if isinstance(unknown, Mapping) else {})
