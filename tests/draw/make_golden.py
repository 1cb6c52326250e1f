"""Draw the pictures that the tests compare with: python tests/draw/make_golden.py.

Look at what changed (git diff, and the pictures themselves) before it is kept.
"""

from pathlib import Path

from pandoku.draw import Drawing, draw, draw_step, svg
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
    return drawings


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
    GOLDEN.mkdir(exist_ok=True)
    for old in GOLDEN.glob("*.svg"):
        old.unlink()
    for name, drawing in pictures().items():
        (GOLDEN / f"{name}.svg").write_text(svg(drawing), encoding="utf-8")
        print(name)
    README_PICTURE.write_text(svg(readme_picture()), encoding="utf-8")
