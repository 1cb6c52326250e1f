"""Draw the pictures that the tests compare with: ./run python -m tests.draw.make_golden.

Look at what changed (git diff, and the pictures themselves) before it is kept.
"""

import subprocess
import sys
from io import BytesIO
from pathlib import Path
from shutil import which
from typing import Any

from pypdf import PdfReader

from pandoku.constraints import (
    RULES,
    AntiKnight,
    Arrow,
    Between,
    Difference,
    LittleKiller,
    Ratio,
    Thermometer,
)
from pandoku.draw import Drawing, draw, draw_step, svg
from pandoku.draw.pdf import pdf
from pandoku.formats import load
from pandoku.logic import explain
from pandoku.model import Board, CageFact, Facts, Marks, Puzzle, Step
from tests.techniques.boards import step_for

GOLDEN = Path(__file__).with_name("golden")
ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
README_PICTURE = ROOT / "docs" / "step.svg"
STEPS = (
    "naked-single",
    "finned-swordfish",
    "grouped-continuous-loop",
    "als-xz",
    "unique-rectangle-1",
    "simple-colors-trap",
)
RASTERED = ("constraints", "killer", "step-grouped-continuous-loop", "step-als-xz")
PRINTED = ("four", "killer", "marks", "constraint-arrow", "step-als-xz")


def pictures() -> dict[str, Drawing]:
    """Return one drawing of each kind, by name."""
    drawings = {f"step-{name}": step_of(name) for name in STEPS}
    for name, file, candidates in (
        ("four", "four.txt", True),
        ("sudoku", "escargot.txt", True),
        ("jigsaw", "jigsaw.json", False),
        ("diagonal", "diagonal.json", False),
        ("killer", "killer.txt", False),
        ("calcudoku", "calcudoku5.in", True),
        ("sixteen", "sixteen.json", False),
        ("twentyfive", "twentyfive.json", False),
    ):
        drawings[name] = draw(load(EXAMPLES / file), candidates=candidates)
    drawings["marks"] = draw(Board.start(Puzzle(4, (1,) + (0,) * 15)).place(6, 2), marks=marks())
    drawings["step-of-a-cage"] = cage_step()
    for name in ("thermometer", "arrow", "between-line"):
        drawings[f"constraint-{name}"] = draw(RULES[name].example)
    drawings["constraints"] = draw(with_every_shape())
    drawings["constraints-step"] = constraint_step()
    return drawings


def contents() -> dict[str, str]:
    """Return the operators of a PDF for one drawing of each kind, by name."""
    drawings = pictures()
    return {name: content_of(pdf(drawings[name])) for name in PRINTED}


def raster_of(document: bytes, program: str) -> bytes:
    """Return the first page of a PDF as a PNG image of 100 dots per inch, drawn by pdftoppm."""
    command = [program, "-gray", "-r", "100", "-png", "-singlefile", "-"]
    return subprocess.run(command, input=document, capture_output=True, check=True).stdout


def content_of(document: bytes) -> str:
    """Return the operators of the first page of a PDF and of its forms, a line each."""
    page: Any = PdfReader(BytesIO(document)).pages[0]
    forms = page["/Resources"].get("/XObject", {})
    parts = [page.get_contents(), *(forms[name].get_object() for name in sorted(forms))]
    return "".join(part.get_data().decode("latin-1") for part in parts if part is not None)


def readme_picture() -> Drawing:
    """Return the picture of the README: a step of a killer, and its arithmetic."""
    killer = load(EXAMPLES / "killer.txt")
    return explain(killer, scale="pandoku", is_proper=True, limit=2)[1].drawing()


def step_of(name: str) -> Drawing:
    """Return the first step of a technique on its example."""
    return draw_step(*step_for(name))


def marks() -> Marks:
    """Return pencil marks and colors of every kind."""
    return Marks.of(
        4,
        corner={1: (2, 3), 2: (3, 4, 2), 6: (1,)},
        center={3: (3, 4), 5: (1, 3, 4)},
        colors={cell: (cell - 6,) for cell in range(7, 16)} | {4: (1, 2, 6)},
    )


def with_every_shape() -> Puzzle:
    """Return a puzzle with constraints of every shape, some of them in one place."""
    return Puzzle.sudoku(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ).with_(
        Thermometer("r1c1 r2c2 r3c3 r3c4"),
        Thermometer("r1c4 r2c4 r2c3 r3c2", slow=True),
        Arrow("r5c5", "r5c6 r4c7 r3c7"),
        Arrow("r5c5", "r6c4 r7c4"),
        Arrow("r9c1 r9c2", "r8c3 r7c3 r6c2"),
        Between("r7c7 r8c8 r8c9 r7c9"),
        Difference("r1c8 r1c9"),
        Difference("r2c8 r3c8", 3),
        Ratio("r6c8 r6c9"),
        Ratio("r4c1 r5c1", 3),
        LittleKiller("r1c3", "DR", 24),
        LittleKiller("r1c1", "DL", 5),
        LittleKiller("r4c1", "UR", 14),
        LittleKiller("r9c9", "UL", 45),
        LittleKiller("r6c9", "DL", 17),
        AntiKnight(),
    )


def constraint_step() -> Drawing:
    """Return a step about constraints that are not cages."""
    puzzle = with_every_shape()
    facts = Facts(cells=((1, "inside"),), constraints=(0, 10))
    return draw_step(Board.start(puzzle), Step("of-my-own", eliminations=((20, 2),), facts=facts))


def cage_step() -> Drawing:
    """Return a step about a cage, with roles that nothing else has."""
    puzzle = load(EXAMPLES / "killer.txt")
    facts = Facts(
        cells=((9, "inside"), (11, "outside")),
        candidates=((9, 1, "inside"), (9, 3, "inside"), (11, 5, "outside")),
        houses=puzzle.geometry.houses[:1],
        cages=(CageFact(0, combinations=((1, 5, 8), (2, 3, 9))),),
    )
    return draw_step(Board.start(puzzle), Step("of-my-own", eliminations=((10, 2),), facts=facts))


if __name__ == "__main__":
    if which("pdftoppm") is None:
        sys.exit("pdftoppm is missing: apt-get install poppler-utils")
    GOLDEN.mkdir(exist_ok=True)
    for old in (path for kind in ("svg", "content", "png") for path in GOLDEN.glob(f"*.{kind}")):
        old.unlink()
    for name, drawing in pictures().items():
        (GOLDEN / f"{name}.svg").write_text(svg(drawing), encoding="utf-8")
        print(name)
    for name, content in contents().items():
        (GOLDEN / f"{name}.content").write_text(content, encoding="utf-8")
    drawings = pictures()
    for name in RASTERED:
        (GOLDEN / f"{name}.png").write_bytes(raster_of(pdf(drawings[name]), "pdftoppm"))
    README_PICTURE.write_text(svg(readme_picture()), encoding="utf-8")
