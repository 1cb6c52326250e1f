"""`pandoku play` in the process of the tests: lines in, answers out."""

from __future__ import annotations

from click.testing import CliRunner

from pandoku.cli import cli
from pandoku.play import Game
from pandoku.play.store import Store
from tests.cli.command import Done

FOUR = "1.....2..3.....4"
SOLUTION = "1243" + "3421" + "4312" + "2134"
SEVERAL = "." * 16


def play(*arguments: str, status: int = 0, env: dict[str, str] | None = None) -> Done:
    """Run `pandoku play` in this process."""
    return typed("", *arguments, status=status, env=env)


def typed(lines: str, *arguments: str, status: int = 0, env: dict[str, str] | None = None) -> Done:
    """Run `pandoku play` in this process, with lines on standard input, separated by /."""
    asked = "\n".join(lines.split("/")) + "\n" if lines else ""
    result = CliRunner().invoke(cli, ["play", *arguments], asked, env, prog_name="pandoku")
    assert result.exit_code == status, result.output
    return Done(result.exit_code, result.stdout, result.stderr)


def answers(lines: str, what: str = FOUR, *options: str) -> list[str]:
    """Return the lines of the answers, without the welcome and the farewell."""
    out = typed(lines, "--plain", what, *options).out.splitlines()
    start = next(at for at, line in enumerate(out) if line.startswith("`help` lists"))
    around = ("An average player needs", "Saved as game")
    return [line for line in out[start + 1 :] if not line.startswith(around)]


def game(number: int = 1) -> Game:
    with Store() as store:
        return store.game(number)
