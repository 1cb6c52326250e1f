"""The pages about the project: texts from the repository's root, with links for the site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

__all__ = ["files"]

_ROOT = Path(__file__).parents[2]
_REPOSITORY = "https://github.com/pandoku/pandoku/blob/main/"
_PAGES = {
    "ARCHITECTURE.md": "project/architecture.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
}
_LINK = re.compile(r"(?<=\]\()([^)#:]+)(?=[)#])")


def files() -> Iterator[tuple[str, str]]:
    """Yield a page for each text."""
    for name, path in _PAGES.items():
        text = (_ROOT / name).read_text(encoding="utf-8")
        yield path, _LINK.sub(lambda found: _link(found[1]), text)


def _link(target: str) -> str:
    """Return the address of a file of the repository, on the site if it has a page there."""
    if target in _PAGES:
        return _PAGES[target].removeprefix("project/")
    return _REPOSITORY + target
