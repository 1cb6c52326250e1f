"""Write the screens that the tests compare with: python -m tests.terminal.make_app_golden.

Look at what changed (git diff) before it is kept.
"""

import asyncio
from pathlib import Path

from tests.terminal.app_screens import sessions, written

GOLDEN = Path(__file__).with_name("golden") / "app"

if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for old in GOLDEN.glob("*.txt"):
        old.unlink()
    for session in sessions().values():
        for name, text in asyncio.run(written(session)).items():
            (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
