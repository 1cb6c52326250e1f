"""Make an HTML file of puzzles that can be played without a server, for example on a phone.

The file contains the player (built from `web/src/single`), the puzzles, and their paths as hints.
Puzzles and paths are packed, so nobody sees the solution by accident in the source. Packing is not
encryption. Anyone can unpack the data. The content security policy prevents the file from
contacting any host. The file shows pictures of the puzzles on paper, and in a browser where
JavaScript is off. The picture of a puzzle in fog shows only the part that is visible before the
first move.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

from msgspec import to_builtins

from pandoku.calls.documents import puzzle_document
from pandoku.calls.guide import guide_in_fog, guide_of, hint_sentences
from pandoku.calls.links import link_of
from pandoku.draw import draw, svg
from pandoku.draw.layout import Slots
from pandoku.draw.looks import own_color_rules
from pandoku.draw.on_paper import PICTURE_BESIDE, sheet_slots, sheet_style
from pandoku.draw.pieces import shape_classes
from pandoku.draw.styles import paper_rules
from pandoku.errors import PandokuError, PuzzleError
from pandoku.logic import Path, veil_of
from pandoku.model import Puzzle
from pandoku.play import first_sight
from pandoku.play.text import puzzle_line
from pandoku.words import joined, kind_text, visible, with_capital

__all__ = ["Export", "export_of", "one_file"]

# maximum number of characters of a packed path. The hints of a longer path have no pictures.
_LARGEST = 42_500


class Export(NamedTuple):
    """A puzzle that is prepared for a file.

    Attributes:
        name: The title of the puzzle, or its kind if it does not have a title.
        about: The kind of the puzzle (unless *name* is the kind) and the difficulty, if known. May
            be "".
        rules: The rules in a sentence or two.
        document: The result of `puzzle_document`.
        bare: The members of *document* that differ if the solution is left out.
        picture: The board as SVG. In fog, only the part that is visible before the first move.
        said: The board in words.
        guide: The path as packed text, or "".
        colors: CSS rules for the colors that the setter chose, or "".
    """

    name: str
    about: str
    rules: str
    document: dict[str, Any]
    bare: dict[str, Any]
    picture: str
    said: str
    guide: str
    colors: str = ""


def export_of(puzzle: Puzzle, path: Path | None, symbols: str = "") -> Export:
    """Prepare a puzzle for a file.

    Args:
        puzzle: The puzzle, with the usual symbols.
        path: The path, whose steps become the hints. None means no hints.
        symbols: Symbols of the puzzle's source, which are added to the rules, or "".
    """
    bare, seen = puzzle.replace(solution=None), first_sight(puzzle)
    veil = veil_of(puzzle)
    # `one_file` can remove the solution from the members of the document. So the line of the puzzle
    # must not contain the solution, unless the solution is needed to check digits.
    judged = puzzle if puzzle.unchecked or veil else bare
    kind = kind_text(seen)
    level = path.usual_rating()[1].level if path is not None and path.stopped == "full" else ""
    name = visible(puzzle.title or puzzle.id or kind)
    drawing = draw(seen, candidates=seen.candidates is not None)
    document = puzzle_document(judged.replace(symbols=symbols))
    guide = None if path is None else guide_of(path) if veil is None else guide_in_fog(veil, path)
    return Export(
        name,
        ", ".join(filter(None, (kind, level) if name != kind else (with_capital(level),))),
        document.rules,
        to_builtins(document),
        {"line": puzzle_line(bare), "link": link_of(bare)},
        svg(drawing, style=False, caption=False),
        drawing.description,
        "" if guide is None else _packed_guide(guide),
        own_color_rules(shape_classes(draw(puzzle).shapes, drawing.order)),
    )


def one_file(
    exports: Sequence[Export],
    *,
    title: str | None = None,
    hints: str = "free",
    is_named: bool = False,
    per_sheet: int | None = None,
) -> str:
    """Return the HTML file.

    Args:
        exports: The puzzles, at least one.
        title: Title of the page. The default is the name of the only puzzle, or the number of
            puzzles.
        hints: "free" (a button shows hints), "ask" (the page asks first and counts hints) or
            "none".
        is_named: Whether the page asks for a name at the start, and ends with a sheet that lists
            the solved puzzles, the times and the number of hints.
        per_sheet: Number of puzzles on a printed sheet (see `sheet_slots`).

    Raises:
        PuzzleError: There are no puzzles.
        PressError: The puzzles do not fit on a sheet.
        PandokuError: The player has not been built.
    """
    if not exports:
        raise PuzzleError("expected at least one puzzle for the page, found none")
    several = f"{len(exports)} puzzles" if len(exports) > 1 else exports[0].name
    heading = visible(title) if title else several
    entries = [
        {
            **each.document,
            "name": each.name,
            "about": each.about,
            **({**each.bare, "solution": None, "judge": ""} if hints == "none" else {}),
        }
        for each in exports
    ]
    puzzles = _json(entries)
    data = {
        "title": heading,
        "hints": hints,
        "named": is_named,
        # A file for a class has an id. The id makes the file start new games, even if the device
        # already has games of the same puzzles from another file.
        "id": sha256(f"{heading}\n{puzzles}".encode()).hexdigest()[:12] if is_named else "",
        "puzzles": _packed(puzzles),
        "sentences": hint_sentences() if hints != "none" else {},
        "guides": [each.guide if hints != "none" else "" for each in exports],
    }
    cells = max(each.document["order"] for each in exports) + PICTURE_BESIDE
    has_cages = any(each.document["cages"] for each in exports)
    slots = sheet_slots(cells, has_cages=has_cages, count=len(exports), per_sheet=per_sheet)
    return "".join(_document(heading, data, exports, slots))


def _document(
    heading: str, data: dict[str, Any], exports: Sequence[Export], slots: Slots
) -> Iterator[str]:
    player, starter = _built("player.js"), _asset("assets/unpack.js")
    on_paper = " ".join((paper_rules() + sheet_style(slots, "#paper")).split())
    colors = "".join(dict.fromkeys(each.colors for each in exports))
    style = _built("player.css") + colors + on_paper
    policy = (
        f"default-src 'none'; script-src '{_hash(starter)}' '{_hash(player)}'; "
        f"style-src '{_hash(style)}'; connect-src 'none'; base-uri 'none'; form-action 'none'"
    )
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield f"<!--\nThe player contains Preact.\n\n{_asset('notices/preact.txt')}-->\n"
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    yield (
        '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\n'
    )
    yield '<meta name="referrer" content="no-referrer">\n'
    yield f"<title>{escape(heading)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
    yield '<div id="app"></div>\n'
    yield f'<div id="paper">\n<h1>{escape(heading)}</h1>\n'
    yield (
        "<noscript><p>This page needs its script to be played. "
        "The puzzles can be printed.</p></noscript>\n"
    )
    for first in range(0, len(exports), slots.count):
        yield from _sheet(first + 1, exports[first : first + slots.count], len(exports) > 1)
    yield "</div>\n"
    inert = _json(data).replace("<", "\\u003c")  # a text must not end the script element
    yield f'<script type="application/json" id="data">{inert}</script>\n'
    yield f'<script type="text/plain" id="player">{_packed(player)}</script>\n'
    yield f"<script>{starter}</script>\n</body>\n</html>\n"


def _sheet(first: int, exports: Sequence[Export], is_numbered: bool) -> Iterator[str]:
    """Yield the rules of a sheet and its puzzles, which are numbered from *first*."""
    yield f'<div class="sheet">\n<p>{escape(_rules_of_sheet(first, exports))}</p>\n'
    for number, each in enumerate(exports, first):
        name = f"{number}. {escape(each.name)}" if is_numbered else ""
        about = f"<small> {escape(each.about)}</small>" if each.about else ""
        heading = f"<h2>{name}{about}</h2>\n" if name or about else ""
        yield f'<section id="paper-{number}">\n{heading}<figure>{each.picture}</figure>\n'
        yield f'<p class="visually-hidden">{escape(each.said)}</p>\n</section>\n'
    yield "</div>\n"


def _rules_of_sheet(first: int, exports: Sequence[Export]) -> str:
    """Return the rules of the puzzles without repetition.

    If the puzzles have different rules, each text begins with the numbers of its puzzles.
    """
    numbers: dict[str, list[str]] = {}
    for number, each in enumerate(exports, first):
        numbers.setdefault(each.rules, []).append(str(number))
    if len(numbers) == 1:
        return exports[0].rules
    return " ".join(
        f"Puzzle{'s' * (len(those) > 1)} {joined(those)}: {rules}"
        for rules, those in numbers.items()
    )


# ---- data in a page


def _packed_guide(guide: dict[str, Any]) -> str:
    """Return a path as packed text. If the text would be too long, hints have no pictures."""
    packed = _packed(_json(guide))
    if len(packed) > _LARGEST:
        bare = [step | {"before": {}, "after": {}} for step in guide["steps"]]
        packed = _packed(_json(guide | {"steps": bare}))
    return packed


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _packed(text: str) -> str:
    """Deflate a text, and return it in base64."""
    pack = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return b64encode(pack.compress(text.encode()) + pack.flush()).decode()


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


@lru_cache(maxsize=4)
def _asset(name: str) -> str:
    return (files("pandoku.web") / name).read_text(encoding="utf-8")


def _built(name: str) -> str:
    try:
        return _asset(f"single/{name}")
    except FileNotFoundError:
        raise PandokuError(
            "expected the player of exported files in the package, found none; build it: ./run web"
        ) from None
