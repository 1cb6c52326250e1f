"""Write the texts that the tests compare with: ./run python -m tests.techniques.make_texts.

Each board of texts.txt is kept, and the sentences of its technique's step are written below it.
scenes.txt has the sentences of the steps of scenes.py.
"""

from __future__ import annotations

from pathlib import Path

from pandoku.techniques import example_board, get_technique
from tests.techniques.scenes import SCENES

FILE = Path(__file__).with_name("texts.txt")
OF_SCENES = FILE.with_name("scenes.txt")


def kept() -> dict[tuple[str, str], list[str]]:
    """Return the sentences of the file, by technique and board."""
    texts: dict[tuple[str, str], list[str]] = {}
    for line in FILE.read_text(encoding="ascii").splitlines():
        if line.startswith("  "):
            [*texts.values()][-1].append(line[2:])
        else:
            name, _, board = line.partition(" ")
            texts[name, board] = []
    return texts


def told(name: str, board: str) -> list[str]:
    """Return what the technique says about its step on a board."""
    technique, on = get_technique(name), example_board(board)
    (step,) = technique.steps(on)
    return [str(sentence) for sentence in technique.explain(step, on).full]


def kept_of_scenes() -> dict[str, list[str]]:
    """Return the sentences of the scenes, by name."""
    texts: dict[str, list[str]] = {}
    for line in OF_SCENES.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            [*texts.values()][-1].append(line[2:])
        else:
            texts[line] = []
    return texts


def told_of_scene(name: str) -> list[str]:
    """Return the heading of a scene's step, and its sentences."""
    told = SCENES[name]().told
    return [str(told.heading), *map(str, told.full)]


def main() -> None:
    """Write both files again."""
    lines = []
    for name, board in kept():
        lines += [f"{name} {board}", *(f"  {sentence}" for sentence in told(name, board))]
    FILE.write_text("\n".join(lines) + "\n", encoding="ascii")
    lines = []
    for name in SCENES:
        lines += [name, *(f"  {sentence}" for sentence in told_of_scene(name))]
    OF_SCENES.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
