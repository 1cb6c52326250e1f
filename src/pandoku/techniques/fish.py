"""Fish: k lines in which a digit has places only in k crossing lines, except for some fins."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.model import House
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES"]


def _halves(w: Words) -> tuple[tuple[House, ...], tuple[House, ...]]:
    size = len(w.houses) // 2
    return w.houses[:size], w.houses[size:]


def _what(w: Words) -> str:
    (digit,) = w.digits_of()
    base, cover = map(w.house_names, _halves(w))
    fins = w.with_role("fin")
    fin = f", {'fins' if len(fins) > 1 else 'fin'} at {w.cells(fins)}" if fins else ""
    return f"{digit} in {base}, covered by {cover}{fin}"


def _reason(w: Words) -> Iterator[str]:
    (digit,) = w.digits_of()
    base, cover = _halves(w)
    fins = w.with_role("fin")
    number, kind = w.number(len(base)), f"{cover[0].kind}s"
    but = f", but for {w.cells(fins)}" if fins else ""
    yield (f"In {w.house_names(base)} every place for {digit} lies in {w.house_names(cover)}{but}.")
    if fins:
        one = len(fins) == 1
        yield f"Suppose {'that cell does' if one else 'those cells do'} not hold {digit}."
    lead = "Then each" if fins else "Each"
    yield (
        f"{lead} of these {number} {base[0].kind}s puts its {digit} into one of the {number} "
        f"{kind}, and no two share a {cover[0].kind}."
    )
    yield f"That gives all {number} {kind} their {digit}, so their other cells cannot hold it."
    if fins:
        yield f"If {'it does' if one else 'one of them does'}, the cells that see it cannot."
        yield (
            f"A cell of the {kind} that sees {'it' if one else 'all of them'} loses {digit} "
            "either way."
        )


_WHY = (
    "each base line needs the digit once. When its places there lie in just as many crossing "
    "lines, each of these cover lines gets its digit from a base line."
)
_FIN_WHY = (
    " Fins are further places in the base lines. Either a fin is true, or the fish holds without "
    "them: a place in a cover line that sees all the fins goes either way."
)
_NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}


def _fish(size: int, fins: str, *aliases: str) -> Technique:
    name = f"{fins}{'-' if fins else ''}{_NAMES[size]}"
    about = {
        "": f"a digit's places in {size} rows lie in {size} columns (or the reverse)",
        "finned": f"a fish of {size} lines, except for a few fins that see what goes",
        "sashimi": f"a finned fish of {size} lines, one of which has almost only fins",
    }[fins]
    more = {
        "": "",
        "finned": ", except for a few cells near each other (the fins).",
        "sashimi": ", except for a few cells (the fins), without which one line would have a "
        "single place.",
    }[fins]
    return Technique(
        name=name,
        title=name.replace("-", " ").replace("x wing", "X-wing"),
        aliases=aliases,
        summary=f"{about}: it goes from the rest of the cover",
        find=finder(name),
        what=_what,
        reason=_reason,
        look_for=f"{size} rows in which a digit has places in the same {size} columns only, or "
        f"{size} columns with places in {size} rows{more or '.'}",
        why=_WHY + (_FIN_WHY if fins else ""),
    )


TECHNIQUES = (
    _fish(2, ""),
    _fish(3, ""),
    _fish(4, ""),
    _fish(2, "finned"),
    _fish(2, "sashimi"),
    _fish(3, "finned"),
    _fish(3, "sashimi"),
    _fish(4, "finned"),
    _fish(4, "sashimi"),
)
