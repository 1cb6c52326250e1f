"""Build the site: python docs/build.py, or ./run docs.

The written pages of `docs/` and the generated pages are collected in `build/pages`. Zensical builds
the site in `build/docs` from them, and `docs/check.py` checks every page of it. A warning or a dead
link makes the build fail.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import click
import yaml

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from docs import check  # noqa: E402
from docs.generators import all_files, modules, techniques  # noqa: E402

BUILD = ROOT / "build"
PAGES, SITE, CONFIGURATION = BUILD / "pages", BUILD / "docs", BUILD / "mkdocs.yml"
BASE = "/pandoku/"  # the path of the site on its host, for the page about dead links
_WORKER = "https://unpkg.com/iframe-worker/shim"
_MENUS = {"techniques/*": techniques.menu, "reference/python/*": modules.menu}


def main() -> int:
    """Build and check the site, and return the exit status."""
    began = perf_counter()
    assemble(PAGES)
    CONFIGURATION.write_text(yaml.safe_dump(_configuration()), encoding="utf-8")
    shutil.rmtree(SITE, ignore_errors=True)  # Zensical leaves the pages of earlier builds
    status, warnings = _make_site()
    if status == 0:
        _own_worker()
        warnings += check.problems(SITE, BASE)
    for warning in warnings:
        print(f"docs: {warning}", file=sys.stderr)
    count = sum(1 for _ in SITE.rglob("*.html"))
    print(f"docs: {count} pages in build/docs, {perf_counter() - began:.0f} s")
    return 1 if warnings else status


def _make_site() -> tuple[int, list[str]]:
    """Run Zensical, and return its status and the warnings about docstrings, which it ignores."""
    command = ["zensical", "build", "--strict", "--clean", "-f", str(CONFIGURATION)]
    made = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    click.echo(made.stdout, nl=False)  # without colors if the output is not a terminal
    return made.returncode, [each for each in made.stdout.splitlines() if "griffe" in each]


def assemble(pages: Path) -> None:
    """Write every page and picture below *pages*, after removing its old contents."""
    shutil.rmtree(pages, ignore_errors=True)
    written = shutil.ignore_patterns("*.py", "*.ipynb", "__pycache__", "generators")
    shutil.copytree(ROOT / "docs", pages, ignore=written)
    for path, text in all_files().items():
        (pages / path).parent.mkdir(parents=True, exist_ok=True)
        (pages / path).write_text(text, encoding="utf-8")


def _own_worker() -> None:
    """Make pages load the search worker from the site instead of unpkg.com."""
    for path in SITE.rglob("*.html"):
        text, to_root = path.read_text("utf-8"), "../" * (len(path.relative_to(SITE).parts) - 1)
        path.write_text(text.replace(_WORKER, f"{to_root}assets/worker.js"), encoding="utf-8")


def _configuration() -> dict[str, Any]:
    configuration: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    handler = next(each for each in configuration["plugins"] if "mkdocstrings" in each)
    python = handler["mkdocstrings"]["handlers"]["python"]
    python["paths"] = [str(ROOT / "src")]
    python["options"]["extensions"] = [str(ROOT / "docs" / "docstrings.py")]
    nav = list(map(_filled, configuration["nav"]))
    return configuration | {"nav": nav, "docs_dir": PAGES.name, "site_dir": SITE.name}


def _filled(entry: Any) -> Any:
    """Return an entry of the menu with the generated pages in it."""
    if isinstance(entry, dict):
        return {name: _filled(value) for name, value in entry.items()}
    if isinstance(entry, list):
        return list(map(_filled, entry))
    return _MENUS[entry]() if entry in _MENUS else entry


if __name__ == "__main__":
    sys.exit(main())
