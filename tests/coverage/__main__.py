"""What the tests reach, compared with the floors in floors.toml: `./run coverage --help`.

Without an option, the whole suite runs. What is left is given to pytest: `./run coverage -n auto`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.coverage import floors, native, rooms
from tests.coverage.floors import Reached


def main() -> int:
    """Measure, print a table, and return 1 if something is below its floor."""
    parser = argparse.ArgumentParser(prog="./run coverage", description=__doc__, allow_abbrev=False)
    parser.add_argument("--raise", action="store_true", dest="up", help="raise what can be raised")
    parser.add_argument(
        "--native",
        type=Path,
        metavar="FOLDER",
        help="read the counters of native tests that were built there and run",
    )
    asked, for_pytest = parser.parse_known_args()
    if asked.native:
        if for_pytest:
            parser.error(f"expected nothing beside --native, found {' '.join(for_pytest)}")
        sources = native.counted(asked.native.resolve())
        print(*native.unreached(sources), sep="\n")
        return _judge("native", native.by_folder(sources), asked.up)
    status = rooms.run_suite(for_pytest, everywhere=asked.up)
    return status or _judge("python", rooms.measured(), asked.up)


def _judge(part: str, found: dict[str, Reached], up: bool) -> int:
    """Print what was found beside its floors; 1 if one of them was not kept."""
    known = floors.load()
    before = known.get(part, {})
    if up:
        known[part] = floors.raised(before, found)
        floors.save(known)
    print(f"{'reached of ' + part:<18}{'%':>7}{'floor':>7}{'missed':>8}{'of':>8}")
    for name, one in found.items():
        floor = known.get(part, {}).get(name, "-")
        missed = one.all - one.covered
        print(f"{name:<18}{one.percent:>7.2f}{floor:>7}{missed:>8}{one.all:>8}")
    whole = Reached(*map(sum, zip(*found.values(), strict=True)))
    print(f"{'all':<18}{whole.percent:>7.2f}{'':>7}{whole.all - whole.covered:>8}{whole.all:>8}")
    faults = floors.below(known.get(part, {}), found)
    for fault in faults:
        print(f"coverage: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
