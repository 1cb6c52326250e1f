"""The tables of hostile input, cell by cell: `./run python -m tests.hostile --help`.

The table of texts has 73,958 cells, that of streams 4,186. A run takes 15 to 40 ms of processor
time (with a new interpreter 430 ms). On 2026-11-23 all cells were tried on a busy machine: 31,698
of the first table in 3,555 s, then the other 42,260 in 3,355 s, and the second, which had 3,703, in
2,473 s. 29 of the first 31,698 had findings, none of the other 42,260, and 20 of the second table
(none of its 4,186 on the next day, in 749 s). Some were two messages that are both right, the
others had these causes, mended since: `json` and `opensudoku` wrote the control characters 127 to
159 as they are, as did the advice after an unknown command; `bench -o` measured before it saw that
the file cannot be written; `play --plain` read a line that never ends into memory; an input that
cannot be read was called a closed output; tables ended with status 1 when their reader had left.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import monotonic
from typing import Any

from tests.hostile import on_streams, on_texts
from tests.hostile.runs import Server

_TABLES: dict[str, Any] = {"texts": on_texts, "streams": on_streams}


def main() -> int:
    """Try cells, print each finding and then the figures; return 1 if there was a finding."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("table", nargs="*", choices=[[], *_TABLES], help="default: all")
    parser.add_argument("--every", type=int, default=1, help="try one cell in so many")
    parser.add_argument("--start", type=int, default=0, help="begin with this cell")
    parser.add_argument("--fresh", action="store_true", help="start a new interpreter for each")
    parser.add_argument("--only", default="", help="only cells whose description has this text")
    asked = parser.parse_args()
    n_findings = 0
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        for name in asked.table or _TABLES:
            table = _TABLES[name]
            ending = {"ending": "fresh"} if asked.fresh else {}
            n, found, started = 0, 0, monotonic()
            for at, cell in enumerate(table.cells()):
                if (at - asked.start) % asked.every or asked.only not in str(cell):
                    continue
                wrong = table.wrong_with(cell, server, Path(folder), **ending)
                n, found = n + 1, found + bool(wrong)
                for each in wrong:
                    print(f"{at}: {each}", flush=True)
            took_s = monotonic() - started
            print(f"{name}: {n} cells, {found} with findings, {took_s:.0f} s", flush=True)
            n_findings += found
    return 1 if n_findings else 0


if __name__ == "__main__":
    raise SystemExit(main())
