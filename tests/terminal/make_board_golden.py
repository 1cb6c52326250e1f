"""Write the boards that the tests compare with: ./run python -m tests.terminal.make_board_golden.

Look at what changed (git diff) before it is kept.
"""

from pathlib import Path

from tests.terminal.board_scenes import painter_of, scenes, styles, written

GOLDEN = Path(__file__).with_name("golden") / "board"

if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for old in GOLDEN.glob("*.txt"):
        old.unlink()
    for name, puzzle, size, scene in scenes():
        text = written(painter_of(puzzle, size, scene))
        (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
    GOLDEN.with_name("board_styles.txt").write_text(styles(), encoding="utf-8")
