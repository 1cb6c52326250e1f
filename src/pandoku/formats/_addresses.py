"""Addresses in lines of text: the words before them, and what stands around them.

People post a link with words before it ("My 2nd puzzle: https://..."), in angle brackets, or as a
link of Markdown. A line that has cells of a puzzle before an address, or begins a document, is no
link: there the address says where the puzzle is from.
"""

from __future__ import annotations

__all__ = ["BEFORE", "without_closing"]

_OPENING = "<(\"'\u201c"
_CLOSING = {">": "<", ")": "(", '"': '"', "'": "'", "\u201d": "\u201c"}
_RUN = 6  # characters of cells or more in a row: so many are in no word
_MOST = 300  # characters: a line may be long, and have many addresses

# A regular expression for what may stand before an address; the rest of a pattern follows it.
BEFORE = rf"(?:(?![\d.*_]{{{_RUN}}})[^{{#|\t<]){{0,{_MOST}}}?[{_OPENING}]?"


def without_closing(address: str) -> str:
    """Return an address without the marks that close what it stands in, or end its sentence.

    >>> without_closing("https://example.org/?p=1).")
    'https://example.org/?p=1'
    >>> without_closing("https://example.org/a_(b)")
    'https://example.org/a_(b)'
    """
    kept = address.rstrip(".,;!?")
    while kept and kept[-1] in _CLOSING:
        opening = _CLOSING[kept[-1]]
        if opening != kept[-1] and opening in kept:
            break
        kept = kept[:-1].rstrip(".,;!?")
    return kept
