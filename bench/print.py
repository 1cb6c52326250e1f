"""Measure the speed of printing pages, compared with typst for the same lines and digits.

    python bench/print.py                                  # 400 puzzles
    python bench/print.py --puzzles 10000 --runs 1 --out FILE

A page has four puzzles, and a page at the end has twelve solutions. Each run is a separate process,
alternating between the programs. Figures are medians of the processor time without imports and
without making the drawings, the size of the file, and the memory in addition to the drawings.
Needs `pandoku[print]`. The peer is measured if it is installed (`pip install typst`).
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple

from pypdf import PdfReader

from pandoku import Puzzle, generate_many, solve
from pandoku.bench import circumstances
from pandoku.draw import Drawing, draw
from pandoku.draw.pdf import Ink, new_canvas, paint, typeface
from pandoku.model import Board

_SEED = 1
_PAGE = 595.276, 841.89  # points: A4
_GAP, _MARGIN = 24.0, 36.0
_PUZZLES, _SOLUTIONS = (2, 2, 27.7), (3, 4, 17.6)  # columns, rows, and the side of a cell
_FONTS = files("pandoku.draw") / "assets" / "roboto"


class Placed(NamedTuple):
    """A drawing with its position, from the upper left corner of the page, and its look."""

    drawing: Drawing
    x: float
    y: float
    cell: float
    ink: Ink


_Pages = list[list[Placed]]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=400)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--job", choices=[*_ENGINES], help=argparse.SUPPRESS)
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.job:
        print(json.dumps(_measured(_ENGINES[asked.job], asked.puzzles, asked.file)))
        return
    engines = [name for name in _ENGINES if name == "pandoku" or find_spec(name)]
    taken: dict[str, list[dict[str, float]]] = {name: [] for name in engines}
    with TemporaryDirectory() as folder:
        for _ in range(asked.runs):
            for name in engines:
                file = Path(folder) / f"{name}.pdf"
                taken[name].append(_run(name, asked.puzzles, file))
        texts = {name: _digits(Path(folder) / f"{name}.pdf") for name in engines}
    if any(found != texts["pandoku"] for found in texts.values()):
        raise SystemExit("expected the same digits on all pages, found others")
    medians = {
        name: {key: statistics.median(each[key] for each in runs) for key in runs[0]}
        for name, runs in taken.items()
    }
    _print_table(medians)
    if asked.out:
        result = circumstances() | {"puzzles": asked.puzzles, "runs": asked.runs}
        asked.out.write_text(json.dumps(result | {"engines": medians}, indent=1) + "\n")


def _print_table(medians: dict[str, dict[str, float]]) -> None:
    print("| engine | CPU s | drawings, CPU s | MB | memory, MB |\n|---|---|---|---|---|")
    for name, each in medians.items():
        print(
            f"| {name} | {each['cpu_s']:.2f} | {each['drawings_cpu_s']:.2f} "
            f"| {each['bytes'] / 1e6:.2f} | {each['memory_mb']:.0f} |"
        )
    print(f"\n{circumstances()}")


# ---------------------------------------------------------------------- one run


def _run(name: str, count: int, file: Path) -> dict[str, float]:
    options = ("--job", name, "--puzzles", str(count), "--file", str(file))
    done = subprocess.run(
        [sys.executable, __file__, *options], check=True, capture_output=True, text=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _measured(write: Callable[[_Pages], bytes], count: int, file: Path) -> dict[str, float]:
    puzzles = [*_puzzles(count)]
    start = process_time()
    pages = _pages(puzzles)
    drawn = process_time()
    write(_pages(puzzles[:4]))  # imports and fonts
    before_kb, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, process_time()
    data = write(pages)
    taken = process_time() - begun
    after_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    file.write_bytes(data)
    return {
        "cpu_s": taken,
        "drawings_cpu_s": drawn - start,
        "bytes": len(data),
        "memory_mb": (after_kb - before_kb) / 1024,
    }


def _puzzles(count: int) -> Iterator[tuple[Puzzle, Board]]:
    for puzzle in generate_many(count, "sudoku", seed=_SEED):
        board = solve(puzzle).solution_board()
        assert board is not None
        yield puzzle, board


def _pages(puzzles: list[tuple[Puzzle, Board]]) -> _Pages:
    """Return the pages of a book: the puzzles, then their solutions."""
    givens = [draw(puzzle, coordinates=False) for puzzle, _ in puzzles]
    solved = [draw(board, coordinates=False) for _, board in puzzles]
    return [*_filled(givens, *_PUZZLES, Ink()), *_filled(solved, *_SOLUTIONS, Ink(solution=True))]


def _filled(
    drawings: list[Drawing], columns: int, rows: int, cell: float, ink: Ink
) -> Iterator[list[Placed]]:
    across, down = 9 * cell + _GAP, (_PAGE[1] - 2 * _MARGIN) / rows
    for first in range(0, len(drawings), columns * rows):
        yield [
            Placed(drawing, _MARGIN + at % columns * across, 60 + at // columns * down, cell, ink)
            for at, drawing in enumerate(drawings[first : first + columns * rows])
        ]


def _digits(file: Path) -> list[Counter[str]]:
    """Return the number of each character on each page."""
    return [Counter("".join(page.extract_text().split())) for page in PdfReader(file).pages]


# ---------------------------------------------------------------------- engines


def _with_pandoku(pages: _Pages) -> bytes:
    stream, face = BytesIO(), typeface()
    canvas = new_canvas(stream, *_PAGE, face)
    for page in pages:
        for each in page:
            paint(canvas, each.drawing, each.x, _PAGE[1] - each.y, each.cell, each.ink, face)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _with_typst(pages: _Pages) -> bytes:
    written = import_module("typst").compile(
        _typst_source(pages).encode(), font_paths=[str(_FONTS)], ignore_system_fonts=True
    )
    return bytes(written)


_HEAD = """
#set page(width: {0}pt, height: {1}pt, margin: 0pt)
#set text(font: "Roboto", fill: cmyk(0%, 0%, 0%, 100%))
#set text(top-edge: "baseline", bottom-edge: "baseline")
#let l(a, b, c, d, w) = place(line(start: (a * 1pt, b * 1pt), end: (c * 1pt, d * 1pt),
  stroke: (paint: cmyk(0%, 0%, 0%, 100%), thickness: w * 1pt, cap: "square")))
#let d(x, y, s, w, t) = place(dx: x * 1pt, dy: y * 1pt, text(size: s * 1pt, weight: w, t))
"""


def _typst_source(pages: _Pages) -> str:
    """Return the pages as a document, where the lines of a geometry are a function."""
    face, grids = typeface(), dict[Any, str]()
    head, body = [_HEAD.format(*_PAGE)], list[str]()
    for page in pages:
        for each in page:
            key = each.drawing.lines, each.cell
            if key not in grids:
                grids[key] = f"grid{'abcdefghij'[len(grids)]}"
                head.append(f"#let {grids[key]} = {{ {' '.join(_typst_lines(each))} }}")
            body.append(f"#place(dx: {each.x:.2f}pt, dy: {each.y:.2f}pt, {grids[key]})")
            size = each.ink.digit_size(9, each.cell)
            for text in each.drawing.texts:
                bold = text.role == "given"
                x = each.x + text.x * each.cell - face.width(text.text, size, bold=bold) / 2
                y = each.y + text.y * each.cell + 0.356 * size
                weight = 700 if bold else 400
                body.append(f'#d({x:.2f}, {y:.2f}, {size:.2f}, {weight}, "{text.text}")')
        body.append("#pagebreak(weak: true)")
    return "\n".join([*head, *body])


def _typst_lines(placed: Placed) -> Iterator[str]:
    ink, cell = placed.ink, placed.cell
    widths = {"cell": ink.cell_line(cell), "box": ink.box_line(cell)}
    for each in placed.drawing.lines:
        places = (round(value * cell, 2) for value in (each.x1, each.y1, each.x2, each.y2))
        width = widths.get(each.role, ink.frame_line(cell))
        yield f"l({', '.join(map(str, places))}, {width});"


_ENGINES: dict[str, Callable[[_Pages], bytes]] = {"pandoku": _with_pandoku, "typst": _with_typst}


if __name__ == "__main__":
    main()
