"""A griffe extension that turns examples in docstrings into code blocks.

pandoku's docstrings end with doctests, without a heading. Markdown would read `>>>` as a quotation.
"""

from __future__ import annotations

from typing import Any

import griffe

__all__ = ["Examples", "with_blocks"]


class Examples(griffe.Extension):  # type: ignore[misc]  # griffe is not needed to check types
    """The extension, which puts the doctests of every docstring into blocks."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Rewrite the docstring of a loaded object."""
        if obj.docstring is not None and ">>>" in obj.docstring.value:
            obj.docstring.value = with_blocks(obj.docstring.value)


def with_blocks(text: str) -> str:
    """Return a docstring with each paragraph that starts with `>>>` as a code block."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(map(_block, paragraphs))


def _block(paragraph: str) -> str:
    if not paragraph.startswith(">>> "):
        return paragraph
    return f"```pycon\n{paragraph}\n```"
