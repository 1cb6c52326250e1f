"""An extension of griffe: examples in docstrings become blocks of code.

pandoku's docstrings end with doctests, without a heading. Markdown would read `>>>` as a quotation.
"""

from __future__ import annotations

from typing import Any

import griffe

__all__ = ["Examples", "with_blocks"]


class Examples(griffe.Extension):  # type: ignore[misc]  # griffe is not needed to check types
    """Puts the doctests of every docstring into blocks."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Rewrite the docstring of an object that was loaded."""
        if obj.docstring is not None and ">>>" in obj.docstring.value:
            obj.docstring.value = with_blocks(obj.docstring.value)


def with_blocks(text: str) -> str:
    """Return a docstring with each run of lines from `>>>` to an empty line as a block."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(map(_block, paragraphs))


def _block(paragraph: str) -> str:
    if not paragraph.startswith(">>> "):
        return paragraph
    return f"```pycon\n{paragraph}\n```"
