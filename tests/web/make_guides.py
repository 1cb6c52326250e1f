"""Write web/test/guides.json: paths as the player of exported files gets them, without words.

./run python -m tests.web.make_guides
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

import pandoku
from pandoku.calls.documents import puzzle_document
from pandoku.calls.guide import guide_of
from pandoku.constraints import RULES

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "web" / "test" / "guides.json"
EXAMPLES = ("four.txt", "six.sdk", "jigsaw6.solo", "killer6.json", "calcudoku5.in",
            "mathdoku6.letters", "diagonal.json")  # fmt: skip
STUCK = "1234............"  # a path that ends early
_FACTS = ("places", "removes", "needs", "pattern")
_RULES = (
    *("key", "line", "order", "givens", "candidates", "houses", "cages", "constraints"),
    *("solution", "problem"),
)


def made() -> str:
    """Return the text of the file: a line for each puzzle."""
    return "[\n" + ",\n".join(cases()) + "\n]\n"


def cases(step: int = 1) -> list[str]:
    """Return the lines of the file, or each *step*-th of them."""
    puzzles = [pandoku.load(ROOT / "examples" / name) for name in EXAMPLES]
    puzzles += [pandoku.loads(STUCK), RULES["thermometer"].example]
    paths = map(pandoku.explain, puzzles[::step])
    return [json.dumps(_case(path), separators=(",", ":")) for path in paths]


def _case(path: Any) -> dict[str, Any]:
    document = msgspec.to_builtins(puzzle_document(path.start.puzzle))
    guide = guide_of(path)
    steps = [{name: step[name] for name in _FACTS} for step in guide["steps"]]
    rules = {name: document[name] for name in _RULES}
    return {"puzzle": rules, "guide": guide | {"steps": steps}}


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(made(), encoding="utf-8")
