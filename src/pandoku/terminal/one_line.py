"""Marks and candidates in cells with a single line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pandoku.draw.drawing import candidate_columns
from pandoku.model import digits_of
from pandoku.terminal.grid import CellBox
from pandoku.terminal.highlights import Candidate

__all__ = ["Run", "candidates_in_line", "marks_in_line"]

# some characters and the name of their ink ("given", "center", ..., or "" for blanks)
Run = tuple[str, str]
Runs = tuple[Run, ...]

_NARROW = 3  # up to this width, candidates without signs are omitted if others have signs


def marks_in_line(box: CellBox, center: int, corner: int, focus: int) -> tuple[int, Runs]:
    """Return the column and the characters of a cell's marks.

    An apostrophe precedes corner marks. Marks that do not fit as digits are shortened: "13-6" for
    1, 3, 4, 5 and 6, and "≠347" for all digits except 3, 4 and 7. Narrow cells show a picture with
    a dot for each digit instead. If that does not fit either, the number of center marks and only
    the apostrophe of corner marks are shown.

    Args:
        box: The inside of the cell.
        center: Mask of the center marks.
        corner: Mask of the corner marks.
        focus: The digit to highlight, or 0.

    >>> box = CellBox("wide", 5, 1, 9)
    >>> marks_in_line(box, 0b110000, 0b11, 6)[1]
    (('5', 'center'), ('6', 'center same'), ("'", 'corner'), ('1', 'corner'), ('2', 'corner'))
    """
    runs = next(_forms(box, digits_of(center), digits_of(corner), focus), ())
    return max(0, (box.width - _width(runs) + 1) // 2), runs


def _width(runs: Iterable[Run]) -> int:
    return sum(len(text) for text, _ in runs)


def _forms(
    box: CellBox, center: Sequence[int], corner: Sequence[int], focus: int
) -> Iterator[Runs]:
    """Yield the forms that fit, best first."""
    raised = [*_ways(box, corner, "corner", focus), *([(("'", "corner"),)] if corner else [])]
    middle = [*_ways(box, center, "center", focus)]
    if len(center) == 1 and not corner:
        # without a sign, a single mark would look like a digit
        middle[0] = (*_digits(box, center, "center", focus), ("?", "center"))
    if center:
        middle.append(((f":{len(center)}", "center"),))
        middle.append(((":", "center"),))
    if corner and not center:
        raised.insert(-1, (("'…", "corner"),))
    for one in middle or [()]:
        for other in raised or [()]:
            if _width((*one, *other)) <= box.width:
                yield *one, *other


def _ways(box: CellBox, digits: Sequence[int], ink: str, focus: int) -> Iterator[Runs]:
    """Yield the marks as digits and as dots. Corner marks begin with an apostrophe."""
    if not digits:
        return
    before: Runs = (("'", ink),) if ink == "corner" else ()
    yield *before, *_digits(box, digits, ink, focus)
    if box.is_narrow and box.width > _NARROW:
        strong = f"{ink} same" if focus in digits else ink
        yield *before, (_as_ranges(box, digits), strong)
        others = [digit for digit in range(1, box.order + 1) if digit not in digits]
        yield *before, ("≠" + "".join(map(box.label_of, others)), strong)
    if dots := _dots(digits, box.order):
        yield *before, (dots, ink)


def _digits(box: CellBox, digits: Sequence[int], ink: str, focus: int) -> Iterator[Run]:
    for at, digit in enumerate(digits):
        if at and not box.is_narrow:
            yield " ", ink
        yield box.label_of(digit), f"{ink} same" if digit == focus else ink


def _as_ranges(box: CellBox, digits: Sequence[int]) -> str:
    """Return digits with a dash for each three or more that follow one another.

    >>> _as_ranges(CellBox("wide", 5, 1, 9), (1, 3, 4, 5, 6, 7, 9))
    '13-79'
    """
    text, runs = "", list[list[int]]()
    for digit in digits:
        if runs and runs[-1][-1] == digit - 1:
            runs[-1].append(digit)
        else:
            runs.append([digit])
    for run in runs:
        labels = [*map(box.label_of, run)]
        text += f"{labels[0]}-{labels[-1]}" if len(run) > 2 else "".join(labels)
    return text


def _dots(digits: Sequence[int], order: int) -> str:
    """Return digits as Braille characters, with a dot for each, or "" for a large order."""
    columns = candidate_columns(order)
    if columns > 4:
        return ""
    found = [0, 0]
    for digit in digits:
        y, x = divmod(digit - 1, columns)
        bit = (0x01, 0x02, 0x04, 0x40)[y] if x % 2 == 0 else (0x08, 0x10, 0x20, 0x80)[y]
        found[x // 2] |= bit
    return "".join(chr(0x2800 + bits) for bits in found)


def candidates_in_line(box: CellBox, candidates: Sequence[Candidate]) -> tuple[int, Runs]:
    """Return the column and the characters of the candidates of a hint.

    If not all candidates fit, only those with signs are shown. If these do not fit either, the
    first of them stands for all.
    """
    signed = [each for each in candidates if each.sign != " "]
    if not signed:
        digits = [each.digit for each in candidates]
        ways = [*_ways(box, digits, "candidate", 0), ((f":{len(digits)}", "candidate"),)]
        # the sign of the cell needs a column, except in a tiny cell
        room = max(2, box.width - 1)
        runs = next((way for way in ways if _width(way) <= room), ways[-1])
        return box.width - _width(runs), runs
    first = signed[0]
    same = [each for each in signed if each.sign == first.sign]
    forms = [[*_with_signs(box, signed)]]
    if box.width > _NARROW:
        forms.insert(0, [*_with_signs(box, candidates)])
    if len(same) == len(signed):
        text = first.sign + "".join(box.label_of(each.digit) for each in same)
        forms.append([(text, first.ink)] if box.is_narrow or len(same) == 1 else [])
    forms.append([(f"{first.sign}{box.label_of(first.digit)}…", first.ink)])
    forms.append([(f"{first.sign}{box.label_of(first.digit)}", first.ink)])
    forms.append([(box.label_of(first.digit), first.ink)])
    fitting = (form for form in forms if form and _width(form) <= box.width)
    return 0, tuple(next(fitting, ()))


def _with_signs(box: CellBox, candidates: Sequence[Candidate]) -> Iterator[Run]:
    for digit, sign, ink in candidates:
        yield f"{sign}{box.label_of(digit)}", ink
