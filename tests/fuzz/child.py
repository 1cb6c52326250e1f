"""Runs cases until the time is over, in a process that may crash.

    python -m tests.fuzz.child TARGET SEED FIRST SECONDS FILE CASES

It ends before case number CASES, if that is not None. The number of the case that runs stands in
FILE; findings are printed.
"""

from __future__ import annotations

import faulthandler
import sys
import warnings
from time import monotonic

from tests.fuzz.cases import finding, run_case

LONGEST_S = 60  # a case that takes longer hangs
_MOST_MEMORY = 6 << 30


def _bound_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))


def main() -> None:
    """Run cases, one after the other, and print findings and the number of cases."""
    target, seed, first, seconds, name, cases = sys.argv[1:]
    warnings.simplefilter("error")
    _bound_memory()
    number, ends, seen = int(first), monotonic() + float(seconds), set()
    with open(name, "wb", buffering=0) as progress:
        while monotonic() < ends and str(number) != cases:
            progress.seek(0)
            progress.write(b"%20d" % number)
            faulthandler.dump_traceback_later(LONGEST_S, exit=True)
            try:
                run_case(target, int(seed), number)
            except Exception as error:
                place, text = finding(error)
                if place not in seen:
                    print(f"case {number}: {text}", flush=True)
                seen.add(place)
            number += 1
    faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    main()
