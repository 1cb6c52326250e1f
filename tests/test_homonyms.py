"""Homonyms: a public name that two modules define has a reason to stand in both."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from fnmatch import fnmatchcase
from pathlib import Path

from tests.data import ROOT

SOURCES = ROOT / "src" / "pandoku"
ENTRIES = Path(__file__).with_name("homonyms.toml")
SENTENCE = re.compile(r"[A-Z]\S*( \S+){2,}\.")


def module_of(file: Path, folder: Path) -> str:
    """Return the dotted name of a file below a folder: "kernel.rows", "formats"."""
    parts = file.relative_to(folder).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts) or folder.name


def public_names(text: str) -> Iterator[str]:
    """Yield each class, function, and constant that a module defines at its top level."""
    for node in ast.parse(text).body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names = [node.name]
            case ast.Assign():
                names = [each.id for each in node.targets if isinstance(each, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name)):
                names = [name]
            case _:
                names = []
        yield from (name for name in names if not name.startswith("_"))


def homonyms(folder: Path) -> dict[str, set[str]]:
    """Return the modules of each public name that more than one module below a folder defines."""
    homes: dict[str, set[str]] = defaultdict(set)
    for file in folder.rglob("*.py"):
        for name in public_names(file.read_text(encoding="utf-8")):
            homes[name].add(module_of(file, folder))
    return {name: modules for name, modules in homes.items() if len(modules) > 1}


def mistakes(found: Mapping[str, Set[str]], entries: Mapping[str, dict[str, str]]) -> list[str]:
    """Return what is wrong with the entries for the homonyms found, and the way out."""
    told = [
        f"{name} is defined in {' '.join(sorted(found[name]))}: "
        f"rename one, or add [{name}] with a reason to {ENTRIES.name}"
        for name in sorted(found.keys() - entries.keys())
    ]
    told += [
        f"[{name}] is no homonym anymore: remove it from {ENTRIES.name}"
        for name in sorted(entries.keys() - found.keys())
    ]
    for name in sorted(entries.keys() & found.keys()):
        told += _mistakes_of(name, found[name], entries[name])
    return told


def _mistakes_of(name: str, modules: Set[str], entry: dict[str, str]) -> Iterator[str]:
    if entry.keys() != {"in", "reason"}:
        yield f"[{name}] has {' '.join(sorted(entry))}: give it 'in' and 'reason', nothing else"
        return
    patterns = entry["in"].split()
    if patterns != sorted(set(patterns)):
        yield f"[{name}] lists its modules out of order: write {' '.join(sorted(set(patterns)))}"
    for module in sorted(modules):
        if not any(fnmatchcase(module, each) for each in patterns):
            yield f"{name} is defined in {module} too: rename it there, or add {module} to 'in'"
    for each in patterns:
        if not any(fnmatchcase(module, each) for module in modules):
            yield f"{name} is not defined in {each}: remove {each} from 'in'"
    if not SENTENCE.fullmatch(entry["reason"]):
        yield f"[{name}] has no reason: say in a sentence why the same word is right in each place"


def test_every_public_name_of_two_modules_has_a_reason() -> None:
    entries = tomllib.loads(ENTRIES.read_text(encoding="utf-8"))
    assert mistakes(homonyms(SOURCES), entries) == []


def test_the_entries_are_sorted_by_name() -> None:
    names = list(tomllib.loads(ENTRIES.read_text(encoding="utf-8")))
    assert names == sorted(names)


def test_public_names_are_found_at_the_top_level_only(tmp_path: Path) -> None:
    room = tmp_path / "room"
    room.mkdir()
    text = "A = 1\nB: int = 2\n_C = 3\ndef d():\n    e = 4\nclass F:\n    g = 5\n"
    for file in ("__init__.py", "first.py"):
        (room / file).write_text(text, encoding="utf-8")
    assert homonyms(tmp_path) == {name: {"room", "room.first"} for name in "ABdF"}


def test_a_homonym_without_an_entry_says_what_to_do() -> None:
    assert mistakes({"Found": {"cli.a", "draw.b"}}, {}) == [
        "Found is defined in cli.a draw.b: "
        "rename one, or add [Found] with a reason to homonyms.toml"
    ]


def test_an_entry_must_fit_the_homonym() -> None:
    found = {"Found": {"cli.a", "draw.b"}}
    right = {"in": "cli.* draw.b", "reason": "Both are found."}
    assert mistakes(found, {"Found": right}) == []
    (mistake,) = mistakes({}, {"Found": right})
    assert re.match(r"\[Found\] .*: remove it ", mistake)
    for wrong, told in [
        ({"in": "draw.b cli.a"}, "lists its modules out of order"),
        ({"in": "cli.a"}, "is defined in draw.b too"),
        ({"in": "cli.a draw.b web.c"}, "is not defined in web.c"),
        ({"reason": " "}, "has no reason"),
        ({"reason": "to be renamed"}, "has no reason"),
        ({"why": "?"}, "give it 'in' and 'reason'"),
    ]:
        [mistake] = mistakes(found, {"Found": right | wrong})
        assert told in mistake
