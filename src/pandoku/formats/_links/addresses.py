"""Addresses in lines of text, with the words and brackets around them.

People post a link with words before it ("My 2nd puzzle: https://..."), in angle brackets, or as a
Markdown link. In two cases the address is only the source of the puzzle: the cells of the puzzle
come before it, or the line is the start of a document.
"""

from __future__ import annotations

_OPENING = "<(\"'\u201c"
_CLOSING = {">": "<", ")": "(", '"': '"', "'": "'", "\u201d": "\u201c"}
_RUN = 6  # minimum length of a run of cell characters that cannot be part of a word
_MOST = 300  # number of characters to search: a long line may have many addresses

# A regular expression for the text before an address. Every pattern for an address starts with this
# expression.
BEFORE = rf"(?:(?![\d.*_]{{{_RUN}}})[^{{#|\t<]){{0,{_MOST}}}?[{_OPENING}]?"
# A label of a host name with its dot. Use it with a maximum, such as {0,8}: the search starts at
# many places, and from each an unlimited number of labels would run to the end of a long text.
LABEL = r"(?:[\w-]{1,63}\.)"


def without_closing(address: str) -> str:
    """Return an address without the closing brackets and punctuation that follow it.

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
