"""Links that have the cells of a puzzle in them, as digits: which site has them under which key."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

from pandoku.formats._addresses import BEFORE, without_closing

__all__ = ["SITES", "cells_in"]

SITES = {"sudokuwiki.org": "bd", "sudokuexchange.com": "s"}  # the key of the cells

_LINK = re.compile(rf"{BEFORE}((?:https?://)?(?:[\w-]+\.)+[a-z]+/[^\s<>\"]*)", re.IGNORECASE)
_LONGEST = 2000  # characters of an address


def cells_in(line: str, *hosts: str) -> str | None:
    """Return the cells in a link to one of these sites, or None if the line has no such link.

    Args:
        line: A line of text.
        hosts: Keys of `SITES`; none means all of them.

    >>> cells_in("see https://www.sudokuwiki.org/sudoku.htm?bd=0100", "sudokuwiki.org")
    '0100'
    """
    found = _LINK.match(line.strip()[:_LONGEST])
    if found is None:
        return None
    address = without_closing(found[1])
    link = address if "://" in address else f"https://{address}"
    try:
        parts = urlsplit(link)
        known = parts.hostname or ""
    except ValueError:  # brackets that are no address
        return None
    for host in hosts or SITES:
        if known == host or known.endswith(f".{host}"):
            return dict(parse_qsl(parts.query)).get(SITES[host])
    return None
