"""A drawing as characters: box-drawing lines, or plain ASCII; colours by role through rich."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pandoku.draw.drawing import Drawing, Line

if TYPE_CHECKING:
    from rich.text import Text as RichText

__all__ = ["characters", "rich_text", "text"]

# Weights of lines: 0 none, 1 light, 2 heavy. The character of a crossing is found by the weights of
# its arms: 27 * up + 9 * right + 3 * down + left.
_CROSSINGS = (
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
)
_HEAVY = {"frame", "box", "cage"}
_STYLES = {
    "given": "bold",
    "digit": "cyan",
    "clue": "yellow",
    "light": "bright_black",
    "heavy": "",
    "blank": "bright_black",
}

Cell = tuple[str, str]  # a character and its role


def text(drawing: Drawing, *, ascii_only: bool = False) -> str:
    """Return the drawing as lines of text, without a last line end."""
    rows = characters(drawing, ascii_only=ascii_only)
    return "\n".join("".join(char for char, _ in row).rstrip() for row in rows)


def rich_text(drawing: Drawing, *, ascii_only: bool = False) -> RichText:
    """Return the drawing as a rich Text, coloured by role."""
    from rich.text import Text

    result = Text()
    for number, row in enumerate(characters(drawing, ascii_only=ascii_only)):
        result.append("\n" if number else "")
        for char, role in row:
            result.append(char, _STYLES.get(role, ""))
    return result


def characters(drawing: Drawing, *, ascii_only: bool = False) -> list[list[Cell]]:
    """Return the drawing as rows of (character, role)."""
    return _Canvas(drawing, ascii_only).rows()


class _Canvas:
    """Cells of `width` x `height` characters, with room for borders where any line runs."""

    def __init__(self, drawing: Drawing, ascii_only: bool) -> None:
        n = drawing.order
        self.n, self.ascii_only = n, ascii_only
        self.digits = {(int(t.y), int(t.x)): t for t in drawing.texts if t.role in ("given", "digit")}
        self.clues = {(int(t.y), int(t.x)): t.text for t in drawing.texts if t.role == "clue"}
        if ascii_only:
            plain = str.maketrans("×÷−", "*/-")
            self.clues = {at: clue.translate(plain) for at, clue in self.clues.items()}
        longest = max(map(len, self.clues.values()), default=0)
        self.width = max(len(str(n)) + 2, longest + 1 if longest else 0)
        self.height = 2 if self.clues else 1
        # across[y][x]: the line above cell (y, x); down[y][x]: the line to its left.
        self.across = [[0] * n for _ in range(n + 1)]
        self.down = [[0] * (n + 1) for _ in range(n)]
        for line in drawing.lines:
            self._add(line)

    def _add(self, line: Line) -> None:
        # Characters stand in rows and columns anyway: lines between all cells would only hide the
        # others, and a diagonal has no character.
        if line.role in ("cell", "diagonal"):
            return
        weight = 2 if line.role in _HEAVY else 1
        x1, y1, x2, y2 = (round(v) for v in (line.x1, line.y1, line.x2, line.y2))
        if y1 == y2:
            for x in range(x1, x2):
                self.across[y1][x] = max(self.across[y1][x], weight)
        else:
            for y in range(y1, y2):
                self.down[y][x1] = max(self.down[y][x1], weight)

    def rows(self) -> list[list[Cell]]:
        """Return all characters."""
        n = self.n
        border_columns = [any(self.down[y][x] for y in range(n)) for x in range(n + 1)]
        out: list[list[Cell]] = []
        for y in range(n + 1):
            if any(self.across[y]):
                out.append(self._border(y, border_columns))
            if y < n:
                out += [self._content(y, line, border_columns) for line in range(self.height)]
        return out

    def _border(self, y: int, border_columns: list[bool]) -> list[Cell]:
        row: list[Cell] = []
        for x in range(self.n + 1):
            if border_columns[x]:
                row.append(self._crossing(y, x))
            if x < self.n:
                row += [self._line(self.across[y][x], "─━", "-=")] * self.width
        return row

    def _content(self, y: int, line: int, border_columns: list[bool]) -> list[Cell]:
        row: list[Cell] = []
        for x in range(self.n + 1):
            if border_columns[x]:
                row.append(self._line(self.down[y][x], "│┃", ":|"))
            if x < self.n:
                row += self._cell(y, x, line)
        return row

    def _cell(self, y: int, x: int, line: int) -> list[Cell]:
        if self.height == 2 and line == 0:
            return [(char, "clue") for char in f"{self.clues.get((y, x), ''):<{self.width}}"]
        digit = self.digits.get((y, x))
        blank = "." if self.ascii_only else "·"
        shown, role = (digit.text, digit.role) if digit else (blank, "blank")
        padded = f"{shown:>{len(str(self.n))}}".center(self.width)
        return [(char, role) for char in padded]

    def _line(self, weight: int, lines: str, plain: str) -> Cell:
        if weight == 0:
            return " ", "blank"
        return (plain if self.ascii_only else lines)[weight - 1], ("light", "heavy")[weight - 1]

    def _crossing(self, y: int, x: int) -> Cell:
        n = self.n
        up = self.down[y - 1][x] if y > 0 else 0
        below = self.down[y][x] if y < n else 0
        left = self.across[y][x - 1] if x > 0 else 0
        right = self.across[y][x] if x < n else 0
        arms = (up, right, below, left)
        if not any(arms):
            return " ", "blank"
        role = "heavy" if 2 in arms else "light"
        if self.ascii_only:
            return "+", role
        return _CROSSINGS[27 * up + 9 * right + 3 * below + left], role
