"""Small pieces of Markdown and HTML that several generators need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["cell", "fenced", "figure", "table"]


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table from texts in Markdown, which may not contain line breaks."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def cell(text: str) -> str:
    """Return plain text, escaped for a cell of a Markdown table."""
    shown = escape(" ".join(text.split()), quote=False)
    for sign in "\\|*_`[]~^":
        shown = shown.replace(sign, f"&#{ord(sign)};")
    return shown


def fenced(text: str, language: str = "text") -> str:
    """Return text as a block of code."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def figure(source: str, alternative: str, caption: str = "", kind: str = "") -> str:
    """Return a picture with its alternative text and a caption in HTML."""
    below = f"<figcaption>{caption}</figcaption>" if caption else ""
    name = f' class="{kind}"' if kind else ""
    return (
        f'<figure{name}><img src="{escape(source)}" alt="{escape(alternative)}" loading="lazy">'
        f"{below}</figure>\n"
    )
