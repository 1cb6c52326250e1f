"""The pages about formats, engines and scales, with a section for each entry of the registry."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from docs.generators.markup import cell, fenced, table
from pandoku import engines, formats, rating
from pandoku.formats import Format
from pandoku.registry import Registry

__all__ = ["files"]

_FORMATS = """# Formats

pandoku has {count} formats. It detects the format of a text. To name the format yourself, use
`--from` on the command line or `format=` in Python. pandoku writes a puzzle only in a format that
can store all its rules.
"""
_ENGINES = """# Engines

An engine searches for the solutions of a puzzle. The default, `auto`, uses the fastest engine that
supports the puzzle. The engines for teaching count their work and report every event, so that
`pandoku watch` can show their searches.
"""
_SCALES = """# Scales

A scale sets the order of techniques, and rates each step and the complete path. A rating is a
number and a word, which is one of {levels} (HoDoKu has different words). The scale `human`, the
default of `explain` and `hint`, uses the numbers of the scale `pandoku`, but a different order.
[What difficulty means](../difficulty.md) describes the numbers and the orders.
"""


def files() -> Iterator[tuple[str, str]]:
    """Yield a page for each registry."""
    yield "reference/formats.md", _formats()
    yield "reference/engines.md", _engines()
    yield "reference/scales.md", _scales()


def _formats() -> str:
    found = sorted(formats.FORMATS.items())
    rows = (
        (f"[`{name}`](#{name})", _codes(module.suffixes), cell(module.summary))
        for name, module in found
    )
    parts = [_FORMATS.format(count=len(found)), table(("Format", "Files", "Looks like"), rows)]
    parts += (_format(name, module) for name, module in found)
    return "\n".join(parts)


def _format(name: str, module: Format) -> str:
    kept = [key.replace("extra:", "") for key in module.keeps]
    facts = [("Stores", cell(module.carries)), ("Files", _codes(module.suffixes) or "any")]
    if kept:
        facts.append(("Keeps", _codes(kept)))
    about = _about(formats.FORMATS, name)
    return f"## {name}\n\n{about}\n\n{table(('', ''), facts)}\n{fenced(module.example)}"


def _engines() -> str:
    found = engines.ENGINES.items()
    rows = (
        (
            f"[`{name}`](#{name})",
            "every solution" if module.complete else "may get stuck",
            "yes" if module.events else "",
            cell(module.summary),
        )
        for name, module in found
    )
    heads = ("Engine", "Finds", "Can be watched", "How it searches")
    sections = (f"## {name}\n\n{_about(engines.ENGINES, name)}\n" for name in engines.ENGINES)
    return "\n".join((_ENGINES, table(heads, rows), *sections))


def _scales() -> str:
    levels = ", ".join(rating.LEVELS)
    sections = (
        f"## {name}\n\n{_about(rating.SCALES, name)}\n\n{_number(name, module)}.\n"
        for name, module in rating.SCALES.items()
    )
    return "\n".join((_SCALES.format(levels=levels), *sections))


def _number(name: str, module: rating.Scale) -> str:
    what = "rates" if rating.get_scale(name).base == name else "orders"
    return (
        f"It {what} {len(module.order)} techniques. A puzzle that these do not solve is rated "
        f">={module.beyond}"
    )


def _codes(words: Iterable[str]) -> str:
    return " ".join(f"`{word}`" for word in words)


def _about(registry: Registry[Any], name: str) -> str:
    """Return the docstring of the file that defines an entry."""
    tree = ast.parse(Path(registry.home(name)).read_text(encoding="utf-8"))
    return ast.get_docstring(tree) or ""
