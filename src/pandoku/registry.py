"""Registries: mappings from names to the values that the files of a folder define.

Each format, engine or scale is defined in a file. To register an entry, put its file in the folder.
There is no list of entries to update.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from importlib.machinery import PathFinder
from keyword import iskeyword
from types import NoneType, UnionType
from typing import Any, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

__all__ = ["Registry", "classes_in", "field_types", "nearest", "plain_name"]

_MOST_NEAR = 5
_SHORTEST_PART = 3
_CLOSE = 0.75  # ratio of difflib. "hnit" and "hint" have 0.75, "plan" and "explain" have 0.73.
# A field is checked only if its type consists of these classes.
_CHECKED = {bool, dict, float, frozenset, int, str, tuple, type, NoneType, Callable}

_field_types: dict[type, dict[str, Any]] = {}  # a cache for `field_types`


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_EntryT = TypeVar("_EntryT", bound=_Named)


class Registry(Mapping[str, _EntryT]):
    """The entries of a folder by name. The folder is scanned on first use.

    Looking up an entry whose file has its name, with _ in place of -, reads only this file. The
    file of a name that is a keyword ends with _.

    Each public file of the folder defines one entry or several. One entry is a constant with the
    name of the class in upper case, as in `FORMAT = Format(...)`. Several entries are in a tuple,
    whose name is the plural: `KINDS = (Kind(...), Kind(...))`. A package in the folder also defines
    an entry, in its module with the name of the class (`format.py`). The class is a frozen
    dataclass with a field `name`. If the class has the fields `aliases` and `title`, they also work
    as names of an entry. If an entry lacks an optional ability, the field for this ability is
    None.
    """

    def __init__(
        self,
        package: str,
        entry: type[_EntryT],
        error: type[Exception],
        *,
        order: Callable[[_EntryT], Any] | None = None,
        check: Callable[[_EntryT], str | None] | None = None,
        also: tuple[str, ...] = (),
        lister: str = "",
        files: Mapping[str, str] | None = None,
    ) -> None:
        """Store the description of a folder. The folder is not read yet.

        Args:
            package: Dotted name of the folder's package. "pandoku.*.commands" means the folders
                `commands` of all packages in `pandoku`, which are not imported for it.
            entry: Class of the entries.
            error: Class of the exceptions for bad files and unknown names.
            order: Sort key of entries. None means that entries are sorted by name.
            check: Function that returns a problem of an entry, or None. It is called after the
                types of the fields were checked.
            also: Names that callers accept although they are not entries. Errors suggest these
                names as well.
            lister: A command that lists the names. If there are too many names for a message, the
                message mentions this command instead.
            files: The file of each entry without ".py", in the order of the entries. Looking up an
                entry then reads only its file. If the folder has other files, all are read, as
                without *files*.
        """
        self._package = package
        self._entry = entry
        self._error = error
        self._order = order or _name_of
        self._check = check
        self._also = also
        self._lister = lister
        self._files = files or {}
        self._is_indexed: bool | None = None  # whether `_files` has all files, once that is known
        self._noun = entry.__name__.lower()
        self._fields = fields(entry)  # type: ignore[arg-type]  # every class of entries has them
        self._entries: dict[str, _EntryT] | None = None
        self._by_every_name: dict[str, _EntryT] = {}
        self._homes: dict[str, str] = {}
        self._alone: dict[str, _EntryT] = {}  # the entries that were read without a scan

    @property
    def entries(self) -> dict[str, _EntryT]:
        """The entries by name, in order.

        Raises:
            Exception: A file of the folder is bad. The message names the file. The exception has
                the class that the registry was given.
        """
        if self._entries is None:
            self._entries = self._scanned()
        return self._entries

    @property
    def by_every_name(self) -> dict[str, _EntryT]:
        """The entries by name, title and alias. The keys are converted by `plain_name`."""
        return self._by_every_name if self.entries else {}

    def __getitem__(self, name: object) -> _EntryT:
        """Return the entry with a name, title or alias, or raise the registry's error."""
        if isinstance(name, str) and (alone := self._read_alone(name)) is not None:
            return alone
        if isinstance(name, str) and name in self.entries:
            return self.entries[name]
        found = self.by_every_name.get(plain_name(name)) if isinstance(name, str) else None
        if found is None:
            raise self.missing(name)
        return found

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._names

    def get(self, name: str, default: Any = None, /) -> _EntryT | Any:
        """Return the entry with a name, or *default* if there is no such entry."""
        alone = self._read_alone(name) if isinstance(name, str) else None
        return self.entries.get(name, default) if alone is None else alone

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def is_indexed(self) -> bool:
        """True if the registry was given the files of all entries."""
        if self._is_indexed is None:
            self._is_indexed = bool(self._files) and {*self._files.values()} == self._found_files()
        return self._is_indexed

    @property
    def _names(self) -> Mapping[str, object]:
        return self._files if self._entries is None and self.is_indexed else self.entries

    def missing(self, name: object, near: Iterable[str] = ()) -> Exception:
        """Return the error for an unknown name.

        Args:
            name: The unknown name.
            near: The names to suggest. By default, these are names with a similar spelling, or else
                all names.
        """
        known = (*self._also, *self.entries)
        listed = [*near] or nearest(name, (*known, *self.by_every_name))
        way_out = f"try {', '.join(listed or known)}"
        if self._lister and not listed:
            way_out = f"{self._lister} lists them all"
        return self._error(f"there is no {self._noun} {name!r:.60}; {way_out}")

    def home(self, name: str) -> str:
        """Return the file that defines the entry with a name."""
        entry = self[name]  # this may scan the folder, which replaces `_homes`
        return self._homes[entry.name]

    def sources(self) -> Iterator[tuple[str, str | None]]:
        """Yield the name of each public file, and its text, without importing the file.

        The name has - in place of _. The text is None for a package, and for a file without its
        source.
        """
        from pkgutil import iter_modules

        for _, path in self._folders():
            for info in iter_modules(path):
                if info.name[0] != "_":
                    spec = PathFinder.find_spec(info.name, path)
                    loader = None if spec is None or info.ispkg else spec.loader
                    text = getattr(loader, "get_source", lambda _: None)(info.name)
                    yield info.name.replace("_", "-"), text

    def forget(self) -> None:
        """Forget the entries, so that the next use scans the folder again."""
        self._entries = None
        self._alone = {}
        self._is_indexed = None

    def _read_alone(self, name: str) -> _EntryT | None:
        """Return the entry in the file of its name, or None if a scan has to find the entry."""
        if self._entries is not None:
            return None
        if name not in self._alone:
            file = self._files.get(name) if self.is_indexed else None
            # A module cannot have the name of a keyword: the verb "import" is in import_.py.
            plain = f"{name}_" if iskeyword(name) else name.replace("-", "_")
            module = self._module_of(file or plain)
            if module is None:
                return None
            for entry, home in self._read(module):
                self._alone[entry.name], self._homes[entry.name] = entry, home
        return self._alone.get(name)

    def _module_of(self, file: str) -> str | None:
        """Return the dotted name of the module that defines the entries of a file, or None."""
        if file.isidentifier() and file[0] != "_":
            for package, path in self._folders():
                spec = PathFinder.find_spec(file, path)
                if spec is not None:
                    is_package = spec.submodule_search_locations is not None
                    return self._entries_of(f"{package}.{file}", is_package)
        return None

    def _entries_of(self, module: str, is_package: bool) -> str:
        return f"{module}.{self._noun}" if is_package else module

    def _scanned(self) -> dict[str, _EntryT]:
        from pkgutil import iter_modules  # imported here, because one entry is found without it

        found: list[tuple[_EntryT, str]] = []
        for package, path in self._folders():
            for info in iter_modules(path):
                if info.name[0] != "_":
                    found += self._read(self._entries_of(f"{package}.{info.name}", info.ispkg))
        found.sort(key=lambda each: self._order(each[0]))
        by_name: dict[str, _EntryT] = {}
        by_every_name: dict[str, _EntryT] = {}
        homes: dict[str, str] = {}
        for entry, home in found:
            if entry.name in by_name:
                raise self._taken(entry.name, homes[entry.name], home)
            by_name[entry.name], homes[entry.name] = entry, home
        for entry, home in found:
            for name in map(plain_name, self._further_names(entry)):
                other = by_every_name.setdefault(name, entry)
                if other is not entry:
                    raise self._taken(name, homes[other.name], home)
        self._by_every_name, self._homes = by_every_name, homes
        return by_name

    def _found_files(self) -> set[str]:
        """Return the names of the public files and packages in the folders, without ".py"."""
        found = set[str]()
        for _, paths in self._folders():
            for path in filter(os.path.isdir, paths):
                parts = (each.partition(".") for each in os.listdir(path))
                found |= {stem for stem, _, suffix in parts if stem and suffix in ("", "py")}
        return {stem for stem in found if stem[0] != "_"}

    def _folders(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the dotted name and the paths of each folder."""
        package, star, folder = self._package.partition(".*.")
        paths = list(importlib.import_module(package).__path__)
        if not star:
            yield package, paths
            return
        for parent in paths:
            for room in sorted(os.listdir(parent)):
                path = os.path.join(parent, room, folder)
                if os.path.isdir(path):
                    yield f"{package}.{room}.{folder}", [path]

    def _read(self, module_name: str) -> list[tuple[_EntryT, str]]:
        """Return the entries of a file, each with the path of the file."""
        class_name = self._entry.__name__
        try:
            module = importlib.import_module(module_name)
        except TypeError as error:
            spec = importlib.util.find_spec(module_name)
            lack = str(error).removeprefix(f"{class_name}.__init__() ")
            if spec is None or lack == str(error):
                raise
            raise self._bad(spec.origin, f"expected a whole {class_name}: {lack}") from None
        one, several = class_name.upper(), f"{class_name.upper()}S"
        listed = [vars(module)[each] for each in (one, several) if each in vars(module)]
        entries = listed[0] if several in vars(module) else tuple(listed)
        if len(listed) != 1 or not isinstance(entries, tuple) or not entries:
            wanted = f"{one}, a {class_name}, or {several}, a tuple of at least one"
            raise self._bad(module.__file__, f"expected {wanted}")
        for entry in entries:
            if problem := self._problem(entry):
                raise self._bad(module.__file__, problem)
        return [(entry, str(module.__file__)) for entry in entries]

    def _problem(self, entry: _EntryT) -> str | None:
        """Return a sentence about a problem of an entry, or None."""
        if not isinstance(entry, self._entry):
            return f"expected a {self._entry.__name__}, found {entry!r:.60}"
        types = field_types(self._entry)
        for field in self._fields:
            # Read fields by `getattr`, because a class with slots has no `__dict__`.
            if problem := _problem_of(field, types[field.name], getattr(entry, field.name)):
                return f"the {self._noun} {entry.name!r:.60}: {problem}"
        return self._check(entry) if self._check else None

    def _further_names(self, entry: Any) -> Iterator[str]:
        known = {field.name for field in self._fields}
        if "aliases" in known:
            yield from entry.aliases
            yield entry.name
            if "title" in known and entry.title:
                yield entry.title

    def _bad(self, file: str | None, problem: str) -> Exception:
        return self._error(f"{file}: {problem}")

    def _taken(self, name: str, first: str, home: str) -> Exception:
        return self._bad(home, f"the name {name!r} is taken by a {self._noun} of {first}")


def _name_of(entry: _Named) -> str:
    return entry.name


def _problem_of(field: Field[Any], hint: Any, value: object) -> str | None:
    """Return the reason why a field of an entry cannot have its value, or None."""
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    classes = tuple(get_origin(option) or option for option in options)
    if value is None and NoneType in classes:
        return None
    if _CHECKED.issuperset(classes) and not isinstance(value, classes):
        wanted = "a function" if Callable in classes else field.type
        return f"expected {field.name} as {wanted}, found {value!r:.60}"
    is_required = field.default is MISSING and field.default_factory is MISSING
    is_empty = value in (None, (), frozenset()) or (isinstance(value, str) and not value.strip())
    return f"expected {field.name}, found {value!r}" if is_required and is_empty else None


class _Unknown(type):
    """The class that replaces types which are only imported for type checkers."""

    def __getattr__(cls, name: str) -> _Unknown:
        if name.startswith("__"):
            raise AttributeError(name)
        return cls

    def __getitem__(cls, item: object) -> _Unknown:
        return cls


def field_types(of: type) -> dict[str, Any]:
    """Return the type of each field of a dataclass, with aliases resolved and without `Annotated`.

    A type that is only imported for type checkers is replaced by a placeholder.
    """
    unknown: dict[str, Any] = {}
    while of not in _field_types:
        try:
            hints = get_type_hints(of, localns=unknown)
        except NameError as error:
            name = str(error.name)
            unknown[name] = _Unknown(name, (), {})
        else:
            _field_types[of] = {field.name: hints[field.name] for field in fields(of)}
    return _field_types[of]


def classes_in(hint: Any) -> frozenset[Any]:
    """Return the classes that occur in a type.

    >>> classes_in(tuple[int, ...] | None) == {tuple, int, type(None)}
    True
    """
    parts = (classes_in(each) for each in get_args(hint) if each is not ...)
    return frozenset({get_origin(hint) or hint} - {Union, UnionType}).union(*parts)


def plain_name(name: str) -> str:
    """Return a name in lower case, with its words joined by "-".

    >>> plain_name("XY_Wing"), plain_name(" Naked  single")
    ('xy-wing', 'naked-single')
    """
    return "-".join(name.lower().replace("-", " ").replace("_", " ").split())


def nearest(name: object, names: Iterable[str]) -> list[str]:
    """Return at most five of *names* that *name* may stand for, the most likely name first.

    Differences in case, in the plural, and in characters other than letters and digits are ignored.
    If any names contain *name*, the result has only these names. Otherwise it has names with a
    similar spelling.

    >>> nearest("xwing", ["x-wing", "xy-wing"])
    ['x-wing']
    >>> nearest("naked", ["naked-single", "hidden-single", "naked-pair"])
    ['naked-single', 'naked-pair']
    >>> nearest("killers", ["killer", "killer-sudoku"])
    ['killer']
    """
    from difflib import get_close_matches

    wanted, plain = _plain(str(name)), {each: _plain(each) for each in names}
    if same := [each for each, spelled in plain.items() if spelled == wanted]:
        return same[:_MOST_NEAR]
    if single := [each for each, spelled in plain.items() if spelled == wanted.removesuffix("s")]:
        return single[:_MOST_NEAR]
    if len(wanted) >= _SHORTEST_PART:
        containing = [each for each, spelled in plain.items() if wanted in spelled]
        if containing:
            return containing[:_MOST_NEAR]
    by_spelling = {spelled: each for each, spelled in plain.items()}
    return [
        by_spelling[each] for each in get_close_matches(wanted, by_spelling, n=3, cutoff=_CLOSE)
    ]


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))
