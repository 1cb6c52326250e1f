"""Addresses in lines of text, with the words and brackets around them.

People post a link with words before it ("My 2nd puzzle: https://..."), in angle brackets, or as a
Markdown link. If a line has cells of a puzzle before an address, or begins a document, the address
is just the source of the puzzle.
"""

from __future__ import annotations

__all__ = ["BEFORE", "without_closing"]

_OPENING = "<(\"'\u201c"
_CLOSING = {">": "<", ")": "(", '"': '"', "'": "'", "\u201d": "\u201c"}
_RUN = 6  # the fewest characters of cells in a row that cannot be part of a word
_MOST = 300  # characters to search, as a line may be long and have many addresses

# A regular expression for the text before an address. Patterns append the rest.
BEFORE = rf"(?:(?![\d.*_]{{{_RUN}}})[^{{#|\t<]){{0,{_MOST}}}?[{_OPENING}]?"


def without_closing(address: str) -> str:
    """Return an address without closing brackets around it, or punctuation at its end.

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
