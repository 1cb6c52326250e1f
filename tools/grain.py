"""Measure the grain of the package: one-use functions, import lines and long signatures.

    python3 -m tools.grain             # the measures of the package, and their limits
    python3 -m tools.grain --list      # private functions that are used once, with their lines
    python3 -m tools.grain --rooms     # the measures of each room
    python3 -m tools.grain --lower     # write lower limits

A private function that is called once sends its reader to another place. That is worth it if its
name explains more than its lines do. Functions of one or two lines need a reason: the table
`[short]` of `limits.toml` has it.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tools import limits

PACKAGE = Path(__file__).resolve().parent.parent / "src/pandoku"
SHORT = 2  # lines of a function that has to give a reason
MOST_PARAMETERS = 8

_Function = ast.FunctionDef | ast.AsyncFunctionDef


class OnceUsed(NamedTuple):
    """A private function that its module uses once.

    Attributes:
        place: File and name, such as "press/book.py:_margins".
        line: Line of its `def`.
        length: Number of lines of its body, without the docstring.
        is_called: Whether the use is a call. Functions that are passed as values may be short.
    """

    place: str
    line: int
    length: int
    is_called: bool


@dataclass
class Grain:
    """The measures of some modules.

    Attributes:
        n_lines: Number of lines.
        n_import_lines: Number of lines of import statements.
        n_functions: Number of functions at the top level of modules.
        once: Private ones of these that are used once.
        long_signatures: Places of private functions and commands with too many parameters.
    """

    n_lines: int = 0
    n_import_lines: int = 0
    n_functions: int = 0
    once: list[OnceUsed] = field(default_factory=list)
    long_signatures: list[str] = field(default_factory=list)

    @property
    def percent_once(self) -> float:
        """The share of the functions that are private and used once."""
        return round(100 * len(self.once) / max(1, self.n_functions))

    @property
    def percent_imports(self) -> float:
        """The share of the lines that belong to import statements."""
        return round(100 * self.n_import_lines / max(1, self.n_lines), 2)

    def short(self) -> list[OnceUsed]:
        """Return the functions that need a reason."""
        return [each for each in self.once if each.is_called and each.length <= SHORT]


def grain_of(files: Iterable[Path], root: Path = PACKAGE) -> Grain:
    """Return the measures of the Python files of the package at *root*."""
    grain = Grain()
    for file in files:
        source = file.read_text(encoding="utf-8")
        tree = ast.parse(source)
        grain.n_lines += len(source.splitlines())
        name = file.relative_to(root).as_posix()
        uses: Counter[str] = Counter()
        calls: set[str] = set()
        for node in ast.walk(tree):
            match node:
                case ast.Import() | ast.ImportFrom():
                    grain.n_import_lines += (node.end_lineno or 0) - node.lineno + 1
                case ast.Name(id=used, ctx=ast.Load()):
                    uses[used] += 1
                case ast.Call(func=ast.Name(id=used)):
                    calls.add(used)
                case ast.FunctionDef() | ast.AsyncFunctionDef() if _is_long(node, name):
                    grain.long_signatures.append(f"{name}:{node.name}")
        for node in tree.body:
            if isinstance(node, _Function):
                grain.n_functions += 1
                if node.name[0] == "_" and uses[node.name] == 1 and not node.decorator_list:
                    place = f"{name}:{node.name}"
                    called = node.name in calls
                    grain.once.append(OnceUsed(place, node.lineno, _length(node), called))
    return grain


def _length(function: _Function) -> int:
    """Return the number of lines of the body, without the docstring."""
    first = function.body[ast.get_docstring(function) is not None :][:1]
    return (function.body[-1].end_lineno or 0) - first[0].lineno + 1 if first else 0


def _is_long(function: _Function, file: str) -> bool:
    """Return whether a private function or a command has too many parameters."""
    given = function.args
    number = len(given.posonlyargs + given.args + given.kwonlyargs)
    is_private = function.name[0] == "_" and not function.name.startswith("__")
    return number > MOST_PARAMETERS and (is_private or file.startswith("cli/"))


def rooms() -> dict[str, Grain]:
    """Return the measures of each room, and of the modules beside them, by name."""
    files = defaultdict(list)
    for file in sorted(PACKAGE.rglob("*.py")):
        files[file.relative_to(PACKAGE).parts[0]].append(file)
    return {room: grain_of(each) for room, each in files.items()}


def _compare(grain: Grain, *, lower: bool) -> int:
    """Compare the package with its limits; return the exit status."""
    counts: dict[str, float] = {
        "percent of functions used once": grain.percent_once,
        "percent of import lines": grain.percent_imports,
        "long signatures": len(grain.long_signatures),
    }
    if lower:
        limits.lower("grain", counts)
    status = limits.compare("grain", counts, "`--list` and `--rooms` show where")
    for place in grain.long_signatures:
        print(f"{place}: more than {MOST_PARAMETERS} parameters")
    reasons = limits.entries("short")
    places = {each.place for each in grain.short()}
    for place in sorted(places - reasons.keys()):
        print(f"{place}: expected a reason in [short], or its lines at the call", file=sys.stderr)
    for place in sorted(reasons.keys() - places):
        print(f"{place}: in [short], but not a short function used once", file=sys.stderr)
    return max(status, int(places != reasons.keys()))


def main() -> int:
    """Compare the package with its limits, or list what was measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--list", action="store_true", help="print the functions used once")
    parser.add_argument("--rooms", action="store_true", help="print the measures of each room")
    parser.add_argument("--lower", action="store_true", help="write lower limits")
    options = parser.parse_args()
    if options.rooms:
        print(f"{'room':16}{'lines':>8}{'functions':>11}{'once':>8}{'imports':>9}")
        for room, each in rooms().items():
            print(
                f"{room:16}{each.n_lines:8,}{each.n_functions:11,}"
                f"{each.percent_once:7} %{each.percent_imports:7} %"
            )
        return 0
    grain = grain_of(sorted(PACKAGE.rglob("*.py")))
    if options.list:
        for function in sorted(grain.once, key=lambda each: each.length):
            use = "called" if function.is_called else "passed"
            print(f"{function.length:4}  {use}  {function.place} (line {function.line})")
        return 0
    return _compare(grain, lower=options.lower)


if __name__ == "__main__":
    sys.exit(main())
