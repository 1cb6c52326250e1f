"""Build the page as a folder of static files, which needs no server of pandoku.

    python -m tools.site [--out build/site] [--first-day 2026-12-01] [--days 400]

The folder has the built page, and below it

python/    CPython for browsers (Pyodide), the core that `./run wasm` compiled, and pandoku's code
prepared/  answers that need no Python: daily puzzles, lessons, and puzzles to begin with

The same sources and options give the same bytes. A table of sizes is printed at the end: as files,
and as a server sends them if it compresses.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import re
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NoReturn

from tools.wasm import FOLDER as CORE
from tools.wasm import MODULES, PYODIDE

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "pandoku"

# Rooms and assets that no call of the page needs.
_LEFT_OUT = {"batch", "bench", "classics", "cli", "press", "terminal", "web"}
_UNUSED = re.compile(r"(^|/)(__pycache__|commands|players|assets)/|\.(pyi|pyc|so)$")
_POLICY = {
    "default-src": "'none'",
    # Python's scripts are checked before they run, so they are blobs. Python is WebAssembly.
    "script-src": "'self' 'wasm-unsafe-eval' blob:",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'self'",
    "form-action": "'self'",
}
_PYTHON_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
_SAME_TIME = (1980, 1, 1, 0, 0, 0)  # of each file in the archive
_POOL = 6  # puzzles of each kind and difficulty
_POOLED = {
    ("sudoku", 4): ("easy",),
    ("sudoku", 6): ("easy",),
    ("sudoku", 9): ("easy", "medium", "hard", "expert"),
    ("killer", 9): ("easy", "medium", "hard"),
    ("calcudoku", 4): ("easy",),
    ("calcudoku", 6): ("easy", "medium", "hard"),
}

Prepared = tuple[str, str, dict[str, Any]]  # the call, the key of the answer, and the request


def main() -> None:
    """Build the folder, and print its sizes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--first-day", type=date.fromisoformat, default=date.today() - timedelta(1))
    parser.add_argument("--days", type=int, default=400, help="days with prepared daily puzzles")
    options = parser.parse_args()
    missing = [CORE / f"{each}.abi3.so" for each in MODULES] + [PYODIDE / "pyodide.mjs"]
    if not all(map(Path.exists, missing)):
        stop("expected the compiled core in build/wasm, found none: run ./run wasm first")
    if options.days < 1:
        stop(f"expected --days of at least 1, found {options.days}")
    if options.out.exists() and not (options.out / "python" / "files.json").exists():
        stop(f"expected a new folder or one that this wrote, found {options.out}: name another")
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=options.out.parent) as folder:
        made = Path(folder) / "site"
        write_page(made)
        write_python(made / "python")
        write_prepared(made / "prepared", options.first_day, options.days)
        shutil.rmtree(options.out, ignore_errors=True)
        made.rename(options.out)
    print_sizes(options.out)


def stop(message: str) -> NoReturn:
    """End the program with a message, and with the status of bad input."""
    print(f"site: {message}", file=sys.stderr)
    sys.exit(2)


# ---- the page


def write_page(folder: Path) -> None:
    """Write the built page. A tag in it makes Python in a worker answer its calls."""
    shutil.copytree(PACKAGE / "web" / "static", folder)
    index = folder / "index.html"
    policy = "; ".join(f"{name} {value}" for name, value in _POLICY.items())
    tags = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}" />\n'
        '    <meta name="pandoku" content="static" />\n'
        '    <base href="./" />'
    )
    text, n = re.subn(r'<base href="/" />', tags, index.read_text(encoding="utf-8"))
    assert n == 1, "expected one <base> in index.html"
    index.write_text(text, encoding="utf-8")
    manifest = folder / "manifest.webmanifest"
    facts = json.loads(manifest.read_text(encoding="utf-8"))
    for shortcut in facts["shortcuts"]:
        shortcut["url"] = f"./#/{shortcut['url']}"
    manifest.write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    (folder / "notices.txt").write_text("\n".join(_notices()), encoding="utf-8")


def _notices() -> Iterator[str]:
    """Yield the licenses of all contents of the folder."""
    rule = "\n" + "-" * 78 + "\n"
    own = (ROOT / "LICENSE", *sorted((ROOT / "licenses").glob("*.txt")))
    page = sorted((PACKAGE / "web" / "notices").glob("*.txt"))
    for path in (*own, *page):
        yield f"{rule}{path.stem}{rule}\n{path.read_text(encoding='utf-8')}"
    yield (
        f"{rule}Pyodide{rule}\nPyodide (Mozilla Public License 2.0, https://github.com/pyodide/"
        "pyodide) has CPython (PSF License Agreement), musl (MIT) and libc++ (Apache License 2.0 "
        "with LLVM exceptions). msgspec: BSD 3-Clause.\n"
    )


# ---- Python


def write_python(folder: Path) -> None:
    """Write the files that start Python in a worker, and the list of them."""
    folder.mkdir()
    for name in _PYTHON_FILES:
        _put(folder, name, (PYODIDE / name).read_bytes())
    for module in MODULES:
        _put(folder, f"{module}.abi3.so", (CORE / f"{module}.abi3.so").read_bytes())
    (wheel,) = (CORE / "wheels").glob("msgspec-*.whl")
    _put(folder, wheel.name, wheel.read_bytes())
    _put(folder, "pandoku.zip", archive())
    files = [_facts(path) for path in sorted(folder.iterdir())]
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    listed = json.dumps({"version": version, "files": files}, indent=1) + "\n"
    (folder / "files.json").write_text(listed, encoding="utf-8")


def _put(folder: Path, name: str, content: bytes) -> None:
    """Write a file, compressed if this helps: not every file server compresses."""
    packed = gzip.compress(content, 9, mtime=0)
    if len(packed) < 0.9 * len(content):
        name, content = f"{name}.gz", packed
    (folder / name).write_bytes(content)


def _facts(path: Path) -> dict[str, Any]:
    content = path.read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()
    return {"name": path.name, "size": len(content), "sha256": sha256}


def archive() -> bytes:
    """Return a zip with the Python code and data that the calls of the page need."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for path in sorted(PACKAGE.rglob("*")):
            below = path.relative_to(PACKAGE)
            if path.is_file() and below.parts[0] not in _LEFT_OUT and not _is_unused(below):
                entry = zipfile.ZipInfo(f"pandoku/{below.as_posix()}", _SAME_TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                zipped.writestr(entry, path.read_bytes())
    return content.getvalue()


def _is_unused(path: Path) -> bool:
    return _UNUSED.search(path.as_posix()) is not None


# ---- prepared answers


def write_prepared(folder: Path, first_day: date, n_days: int) -> None:
    """Write the answer of each call in a file, and the list of their keys."""
    folder.mkdir()
    listed: dict[str, list[str]] = {}
    wanted = [*_wanted(first_day, n_days)]
    with ProcessPoolExecutor() as pool:
        for (call, key, _), text in zip(
            wanted, pool.map(_answer, wanted, chunksize=16), strict=True
        ):
            path = folder / call / f"{key}.json"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            listed.setdefault(call, []).append(key)
    index = json.dumps(listed, separators=(",", ":")) + "\n"
    (folder / "index.json").write_text(index, encoding="utf-8")


def _wanted(first_day: date, n_days: int) -> Iterator[Prepared]:
    """Yield each request with its key. `web/src/local/prepared.ts` makes the same keys."""
    from pandoku.lessons import lessons
    from pandoku.play.daily import DAILY_KINDS
    from pandoku.play.daily import first_day as first_day_of
    from pandoku.play.stops import COURSE
    from pandoku.play.tryouts import TRYOUTS

    for call in ("kinds", "makeable", "techniques", "course", "tryouts"):
        yield call, call, {}
    seen = set[tuple[str, str]]()
    for day in (first_day + timedelta(each) for each in range(n_days)):
        for kind in DAILY_KINDS:
            first = first_day_of(day, kind).isoformat()
            if (first, kind) not in seen:
                seen.add((first, kind))
                yield "today", f"{first}-{kind}", {"day": first, "kind": kind}
                yield "open", f"daily-{first}-{kind}", {"daily": first, "kind": kind}
    for name in TRYOUTS:
        yield "open", f"tryout-{name}", {"tryout": name}
    for stop in COURSE:
        yield "open", f"stop-{stop.name}", {"stop": stop.name}
    for lesson in lessons():
        name = lesson.technique.name
        yield "lesson", name, {"name": name}
        yield "drill", f"{name}-0", {"technique": name, "nth": 0}
    for (kind, order), difficulties in _POOLED.items():
        for difficulty in difficulties:
            for number in range(1, _POOL + 1):
                asked = {"kind": kind, "order": order, "difficulty": difficulty}
                key = f"{kind}-{order}-{difficulty}-{number}"
                yield "generate", key, {**asked, "seed": str(number)}


def _answer(wanted: Prepared) -> str:
    from pandoku.calls.local import answer

    call, key, body = wanted
    told = json.loads(answer(call, json.dumps(body)))
    if "error" in told:
        sys.exit(f"site: {call} {key}: {told['error']['message']}")
    if call == "generate" and not told["answer"]["puzzles"]:
        sys.exit(f"site: expected a puzzle for {key}, found none: choose another seed")
    return json.dumps(told["answer"], separators=(",", ":"), ensure_ascii=False)


# ---- sizes


def print_sizes(folder: Path) -> None:
    """Print the number and the sizes of the files of each part."""
    print(f"{'':10} {'files':>6} {'MB':>7} {'MB sent':>8}")
    parts: dict[str, list[bytes]] = {"page": [], "python": [], "prepared": []}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            first = path.relative_to(folder).parts[0]
            parts.get(first, parts["page"]).append(path.read_bytes())
    for name, contents in parts.items():
        size, sent = sum(map(len, contents)), sum(map(_sent, contents))
        print(f"{name:10} {len(contents):6} {size / 1e6:7.2f} {sent / 1e6:8.2f}")


def _sent(content: bytes) -> int:
    return min(len(content), len(gzip.compress(content, 5)))


if __name__ == "__main__":
    main()
