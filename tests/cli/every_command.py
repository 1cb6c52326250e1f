"""Try every command once, and print the results as JSON.

    python tests/cli/every_command.py [--block PACKAGE ...] [--package FOLDER]

A command works, or it says in one line what to install. Otherwise the exit status is 1. The script
needs pandoku without its extras and nothing else, so it also tries an installed wheel. `--block`
hides packages, and `--package` imports pandoku from another folder.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import re
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

FOUR = "1.....2..3.....4"
RECIPE = 'title = "Two"\nseed = 21\n[[chapters]]\ntitle = "A"\norder = 4\ncount = 2\n'

# The calls: words, and the lines that are typed. `serve` is refused an address of another machine.
CALLS: dict[str, str] = {
    "solve four.txt": "",
    "solve --engine cp-sat four.txt": "",
    "count four.txt": "",
    "check four.txt": "",
    "explain four.txt": "",
    "explain four.txt -o steps.html": "",
    "explain four.txt -o steps.pdf": "",
    "rate four.txt": "",
    "hint four.txt": "",
    "generate sudoku 4 --seed 1": "",
    "play four.txt": "",
    "play --plain four.txt": "quit\n",
    "play --web four.txt": "",
    "play --list": "",
    "drill x-wing --plain": "quit\n",
    "course": "",
    "course x-wing --plain": "quit\n",
    "serve --host 192.0.2.1": "",
    "draw four.txt": "",
    "draw four.txt -o four.svg": "",
    "draw four.txt -o four.html": "",
    "draw four.txt -o four.png": "",
    "draw four.txt -o four.pdf": "",
    "print four.txt -o printed.pdf": "",
    "book recipe.toml -o book.pdf": "",
    "export four.txt -o export.html": "",
    "minimize four.txt": "",
    "complete four.txt": "",
    "convert four.txt --to json": "",
    "canonical four.txt": "",
    "canonical --unique four.txt": "",
    "watch four.txt": "",
    "race --engine cages four.txt": "",
    "batch generate 2 sudoku 4 --seed 7 --workers 1 -o table": "",
    "bench four.txt --runs 1 --seconds 0.01": "",
    "engines": "",
    "formats": "",
    "kinds": "",
    "constraints": "",
    "constraints arrow": "",
    "techniques x-wing": "",
    "techniques x-wing -o techniques.html": "",
    "help solve": "",
}
_MISSING = re.compile(r'[^\n]+ needs [\w.]+: pip install "pandoku\[([\w-]+)\]"\n')
_NO_COMMAND = "Error: there is no command "


def results() -> dict[str, str]:
    """Run the help and the calls of every command, and return the result of each.

    A result is "works", "no command", the name of the extra to install, or a report.
    """
    from click.testing import CliRunner

    from pandoku.cli import cli
    from pandoku.cli.command import COMMANDS

    runner, found = CliRunner(), {}
    with suppress(ImportError):
        _let_play_start()
    helps = dict.fromkeys(["--help", *(f"{name} --help" for name in COMMANDS)], "")
    for line, typed in {**helps, **CALLS}.items():
        result = runner.invoke(cli, line.split(), input=typed, prog_name="pandoku")
        missing = _MISSING.fullmatch(result.stderr)
        if result.exit_code == 0 or "cannot listen on" in result.stderr:
            found[line] = "works"
        elif result.exit_code == 2 and _NO_COMMAND in result.stderr:
            found[line] = "no command"
        elif result.exit_code == 2 and missing:
            found[line] = missing[1]
        else:
            found[line] = f"status {result.exit_code}: {result.stderr[-2000:]}{result.exception!r}"
    return found


def _let_play_start() -> None:
    """Let `pandoku play` start without a terminal, and in its place if there is a screen."""
    from pandoku.play.commands import play
    from pandoku.play.players import Player

    play.require_terminal = lambda what=(): None
    for room, name in (("terminal", "screen"), ("web", "browser")):
        try:
            importlib.import_module({"screen": "textual", "browser": "starlette"}[name])
            module = importlib.import_module(f"pandoku.{room}.players.{name}")
        except ImportError:
            continue
        module.PLAYER = Player(name=name, play=lambda opening: 0)  # type: ignore[attr-defined]


def failing_modules() -> dict[str, str]:
    """Import every module, and return the names of missing packages by the rooms that need them."""
    import pandoku

    failing = {}
    for each in pkgutil.walk_packages(pandoku.__path__, "pandoku.", onerror=lambda name: None):
        if each.name.endswith(".__main__"):
            continue
        try:
            importlib.import_module(each.name)
        except ImportError as error:
            failing[each.name] = (error.name or "").partition(".")[0]
    return failing


def main() -> None:
    """Print the results."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--block", nargs="*", default=[])
    parser.add_argument("--package")
    options = parser.parse_args()
    if options.package:  # an editable installation would find pandoku first
        editable = [each for each in sys.meta_path if "ScikitBuild" in type(each).__name__]
        sys.meta_path[:] = [each for each in sys.meta_path if each not in editable]
        sys.path.insert(0, options.package)
    for name in options.block:
        sys.modules[name] = None  # type: ignore[assignment]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["PANDOKU_DATA"] = folder
        Path("four.txt").write_text(FOUR + "\n", encoding="utf-8")
        Path("recipe.toml").write_text(RECIPE, encoding="utf-8")
        found = results()
        os.chdir("/")
    failing = failing_modules()
    sys.stdout.write(json.dumps({"commands": found, "modules": failing}, indent=1) + "\n")
    wrong = [f"{line}: {each}" for line, each in found.items() if each.startswith("status")]
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
