"""Layers: what lint-imports cannot see, and that documents and settings name the same rooms."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

from tests.data import ROOT

SOURCES = ROOT / "src" / "pandoku"
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FLOORS, BARE, _ = SETTINGS["tool"]["importlinter"]["contracts"]

# Imports that close a circle between modules of a room, each with the reason why it may stay.
CIRCULAR = {
    "model.geometry -> model.grids": "a geometry reads cells in any form when it is made",
}
# The same under TYPE_CHECKING only.
CIRCULAR_TYPES = {
    "draw.called -> draw": "the module is called, and its type has the names of the module",
    "model.cage -> model.puzzle": "a constraint is judged as a part of its puzzle",
    "model.constraint -> model.puzzle": "a constraint is judged as a part of its puzzle",
    "model.problems -> model.puzzle": "a puzzle finds its problems when it is made",
    "play.report -> play.coach": "a review puts itself into words",
    "words._marks -> words._step": "the words of a step include the words for its notes",
    "terminal.keyboard -> terminal.app": "the driver belongs to one app",
    "terminal.screens.* -> terminal.app": "a screen asks its app for what all screens share",
}


def private_imports(file: Path, room: str) -> Iterator[str]:
    """Yield what a file imports from inside a private module of another room."""
    for module, _ in imports_in(file):
        package, *parts = module.split(".")
        inner = parts[1:] if package == "pandoku" and parts[:1] != [room] else []
        if any(part.startswith("_") and not part.endswith("__") for part in inner):
            yield f"{file.name} imports {module}"


@cache
def imports_in(file: Path) -> tuple[tuple[str, bool], ...]:
    """Return every import of a file as a dotted name, with whether it is for types only."""
    found = _with_types(ast.parse(file.read_text(encoding="utf-8")))
    return tuple((name, is_type) for node, is_type in found for name in imported(node))


def imported(node: ast.stmt) -> Iterator[str]:
    """Yield what a statement imports, as dotted names."""
    if isinstance(node, ast.ImportFrom):
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)


def room_of(file: Path) -> str:
    return file.relative_to(SOURCES).parts[0].removesuffix(".py")


def test_a_private_module_is_imported_in_its_own_room_only() -> None:
    rooms = {file: room_of(file) for file in SOURCES.rglob("*.py")}
    scripts = dict.fromkeys((ROOT / "bench").glob("*.py"), "")
    found = [
        each for file, room in {**rooms, **scripts}.items() for each in private_imports(file, room)
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "from pandoku.draw._shapes import brief",
        "from pandoku.draw import _shapes",
        "import pandoku.draw._shapes",
        "def f():\n    from pandoku.draw._shapes import brief",
    ],
)
def test_an_import_of_a_private_module_is_seen_in_every_form(tmp_path: Path, line: str) -> None:
    file = tmp_path / "some.py"
    file.write_text(line)
    assert list(private_imports(file, "cli"))
    assert not list(private_imports(file, "draw"))


def test_the_architecture_shows_the_floors_that_are_checked() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    block = text.partition("## Rooms")[2].split("```")[1]
    shown = [re.match(r"\w+( \| \w+)*", line) for line in block.strip().splitlines()]
    assert [match and match[0] for match in shown] == FLOORS["layers"]


def test_every_room_has_a_section_in_the_architecture() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = {room for floor in FLOORS["layers"] for room in floor.split(" | ")}
    sections = set(re.findall(r"^### (\w+)$", text, flags=re.MULTILINE))
    assert {room for room in rooms if not room.startswith("_")} - sections == set()


def test_paragraphs_of_the_architecture_are_short() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    paragraphs = [
        each for each in text.split("\n\n") if each[:1] not in ("#", "|") and each[:3] != "```"
    ]
    sentences = {each[:60]: len(re.findall(r"\w[`)*]*\.(?!\w)", each)) for each in paragraphs}
    assert {start: number for start, number in sentences.items() if number > 6} == {}


def test_the_way_of_a_puzzle_names_functions_that_are_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    way = text.partition("## How a puzzle travels")[2].partition("\n## ")[0]
    rows = re.findall(r"\| `(\w+)` \| `([\w/.]+)` \|", way)
    rows += re.findall(r"`(\w+)` \(`([\w/]+\.py)`\)", way)
    rows += re.findall(r"`(\w+)` in `([\w/]+\.py)`", way)
    assert len(rows) >= 19
    assert [f"{file}: {name}" for name, file in rows if name not in _defined_in(file)] == []


def _defined_in(file: str) -> set[str]:
    """Return the functions and classes of a file, or nothing if there is no such file."""
    path = SOURCES / file
    tree = ast.parse(path.read_text(encoding="utf-8") if path.is_file() else "")
    definitions = (ast.FunctionDef, ast.ClassDef)
    return {node.name for node in tree.body if isinstance(node, definitions)}


def test_every_dependency_is_kept_out_of_the_rooms_that_run_with_a_bare_python() -> None:
    project = SETTINGS["project"]
    extras = [
        project["optional-dependencies"][name]
        for name in ("batch", "cluster", "cp-sat", "play", "png", "print", "web")
    ]
    needed = [each for group in (project["dependencies"], *extras) for each in group]
    names = {re.split(r"[^\w-]", each)[0].replace("-", "_") for each in needed} - {"pandoku"}
    assert set(BARE["forbidden_modules"]) == names


def imports_of(module: str, *, types: bool) -> Iterator[str]:
    """Yield the modules that one imports at run time, or those under TYPE_CHECKING."""
    for name, is_type in imports_in(modules()[module]):
        if is_type is types:
            yield name if name in modules() else name.rpartition(".")[0]


# What holds statements. No expression does, and a walk through all of them takes longest.
_BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")


def _with_types(node: ast.AST, is_type: bool = False) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield the imports below a node, those in functions too, with whether they are for types."""
    for each in (each for block in _BLOCKS for each in getattr(node, block, ())):
        if isinstance(each, ast.Import | ast.ImportFrom):
            yield each, is_type
        elif isinstance(each, ast.If) and _is_for_types(each.test):
            for inner in each.body:
                yield from _with_types(ast.Module([inner], []), True)
            for inner in each.orelse:
                yield from _with_types(ast.Module([inner], []), is_type)
        else:
            yield from _with_types(each, is_type)


def _is_for_types(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


@cache
def modules() -> dict[str, Path]:
    """Return the file of every module by its dotted name."""
    names = {
        ".".join(file.relative_to(SOURCES.parent).with_suffix("").parts): file
        for file in SOURCES.rglob("*.py")
    }
    return {name.removesuffix(".__init__"): file for name, file in names.items()}


def arrows(*, types: bool) -> set[tuple[str, str]]:
    """Return pairs of modules of one room, of which the first imports the second."""
    return {
        (module.removeprefix("pandoku."), other.removeprefix("pandoku."))
        for module in modules()
        for other in imports_of(module, types=types)
        if other != module
        and other in modules()
        and other.split(".")[:2] == module.split(".")[:2] != ["pandoku"]
    }


def on_circles(pairs: Iterable[tuple[str, str]]) -> set[str]:
    """Return the arrows that lie on a circle, as "one -> other"."""
    after: dict[str, set[str]] = {}
    for one, other in pairs:
        after.setdefault(one, set()).add(other)

    def reached_from(start: str) -> set[str]:
        found, left = set[str](), [start]
        while left:
            more = after.get(left.pop(), set()) - found
            found |= more
            left += more
        return found

    reach = {one: reached_from(one) for one in after}
    return {f"{one} -> {other}" for one, other in pairs if one in reach.get(other, ())}


def not_allowed(
    pairs: Iterable[tuple[str, str]], allowed: Mapping[str, str]
) -> set[tuple[str, str]]:
    """Return the arrows that an allow-list does not name."""
    return {
        (one, other)
        for one, other in pairs
        if not any(fnmatchcase(f"{one} -> {other}", each) for each in allowed)
    }


def test_modules_of_a_room_import_each_other_in_no_circle() -> None:
    assert sorted(on_circles(not_allowed(arrows(types=False), CIRCULAR))) == []


def test_modules_of_a_room_take_types_from_each_other_in_no_circle() -> None:
    run = not_allowed(arrows(types=False), CIRCULAR)
    types = not_allowed(arrows(types=True), {**CIRCULAR, **CIRCULAR_TYPES})
    assert sorted(on_circles(run | types)) == []


def test_every_circle_that_is_allowed_is_there() -> None:
    run, types = arrows(types=False), arrows(types=True)
    for allowed, circles in (
        (CIRCULAR, on_circles(run)),
        (CIRCULAR_TYPES, on_circles(run | types)),
    ):
        gone = [n for n in allowed if not any(fnmatchcase(each, n) for each in circles)]
        assert gone == [], "no longer on a circle: remove from the list"
        assert all(allowed.values())


def test_a_circle_is_seen_and_a_chain_is_none() -> None:
    chain = {("a", "b"), ("b", "c")}
    assert on_circles(chain) == set()
    assert on_circles({*chain, ("c", "a"), ("c", "d")}) == {"a -> b", "b -> c", "c -> a"}
    assert on_circles(not_allowed({*chain, ("c", "a")}, {"c -> *": "because"})) == set()


def test_an_import_within_a_function_counts_and_one_for_types_is_told_apart() -> None:
    text = "if TYPE_CHECKING:\n    import a\nelse:\n    import b\ndef f():\n    import c\n"
    found = [(next(imported(node)), is_type) for node, is_type in _with_types(ast.parse(text))]
    assert found == [("a", True), ("b", False), ("c", False)]
