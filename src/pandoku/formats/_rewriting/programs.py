"""Layouts of puzzles in program code: lists and strings, with names, calls and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandoku.errors import FormatError
from pandoku.formats._foreign import may_hold_rules
from pandoku.formats._rewriting.form import Form, Rewrite
from pandoku.formats._text import SourceLine, is_content

# -------------------------------------------------------------------- lists
# Lists in the syntax of programming languages, which may have names, braces, calls and comments.
#
#     int board[9][9] = {{5,3,0,...}, ...};        const board = [[5, 3, 0, ...], ...];
#     sudoku = np.array([[5, 3, 0, ...], ...])     val grid = arrayOf(intArrayOf(5, 3, 0, ...), ...)
#
# The lists are rewritten for the format `list`. Names, calls and comments become spaces, and braces
# become brackets. A name that may refer to a rule or a solution raises an error.

_DECLARATIONS_SIGN = re.compile(r"[\[({]")
_ASSIGNED = re.compile(r"\s*(?P<name>[^=(){}\"'#]*?)\s*(?::=|=(?!=)|<-)\s*")
_KEY = re.compile(r"\s*(?P<quote>[\"']?)(?P<name>[A-Za-z_]\w*)(?P=quote)\s*:\s*(?=[\[({]|$)")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SOLUTIONS = frozenset(
    ("solution", "solutions", "solved", "answer", "answers", "expected", "result", "output")
)
_FREE_NUMBER = re.compile(r"(?<![\w\[])\d")
_CALL = re.compile(r"(?:[A-Za-z_][\w.]*\.)?(?:array|asarray|matrix|tensor)\s*\(")
_LISTS = r"\w*[aA]rrayOf|\w*[lL]istOf|(?:Array|Arrays|List|Vector|Seq)(?:\.of|\.asList)?|tuple|list"
_MAKER = re.compile(  # the name of a type or a function, directly before the bracket of a list
    rf"(?:{_LISTS})\s*(?=\()"
    r"|(?:new\s+)?(?:\[\s*\w*\s*\]\s*)*[A-Za-z][\w.:<>]*(?:\s*\[\s*\w*\s*\])*\s*!?\s*(?=[\[{])"
)
_DTYPE = re.compile(r"\s*(?:,\s*(?:dtype\s*=\s*)?|dtype\s*=\s*)[\w.'\"]+\s*,?\s*(?=\)|$)")
_STRING = re.compile(r"\"[^\"]*\"|'[^']*'")
_LIST = re.compile(r"\[\s*[\[(\"'\d.-]|\(\s*[\[(\"'\d.-]")
_OBJECT = re.compile(r"\{\s*[\"']?\w*[\"']?\s*[:}]")
_MINIZINC = re.compile(r"\[\s*\||array[12]d")  # arrays in the format `dzn` need no rewriting
_MOST_CHARS = 4000  # number of characters that are searched at the start of a text


def _declarations_rewrite(head: list[str]) -> Rewrite | None:
    """Return the function that rewrites a list from a program, or None for another text.

    Raises:
        FormatError: A list has a name that may refer to a rule or a solution.
    """
    lines = [SourceLine(number, text) for number, text in enumerate(head, 1)]
    content = "\n".join(
        line.text for line in lines if not line.text.lstrip().startswith(("#", "//"))
    )
    if _MINIZINC.search(content):
        return None
    if _OBJECT.match(content.lstrip().lstrip("[").lstrip()):
        return None
    changed, size, starts = False, 0, ""
    for line in _plain(iter(lines), refuses=False):
        changed = changed or line.original is not None
        if not line.text.lstrip().startswith("#"):
            starts += line.text
        size += len(line.text)
        if size > _MOST_CHARS:
            break
    if not changed or not _LIST.match(starts.strip()):
        return None
    for _ in _plain(iter(lines)):
        pass
    return _plain


class _State:
    """The comments and brackets that are open at the end of a line.

    Attributes:
        in_comment: Whether a comment is open.
        stack: For each open bracket, whether it is the bracket of a call that contains the list.
    """

    def __init__(self) -> None:
        self.in_comment = False
        self.stack: list[bool] = []

    @property
    def is_outside(self) -> bool:
        return not self.stack


def _plain(lines: Iterator[SourceLine], *, refuses: bool = True) -> Iterator[SourceLine]:
    state = _State()
    for line in lines:
        if state.is_outside and line.text.lstrip().startswith("#"):
            yield line
            continue
        text = _plain_line(line, state, refuses=refuses)
        yield line if text == line.text else line.rewritten(text)


def _plain_line(line: SourceLine, state: _State, *, refuses: bool) -> str:
    text, out, at = line.text, list(line.text), 0

    def blank(end: int) -> int:
        out[at:end] = " " * (end - at)
        return end

    while at < len(text):
        if state.in_comment:
            end = text.find("*/", at)
            state.in_comment = end < 0
            at = blank(len(text) if end < 0 else end + 2)
        elif text.startswith("/*", at):
            state.in_comment = True
        elif text.startswith("//", at):
            at = blank(len(text))
        elif text[at] == "#":
            break
        elif state.is_outside and not text[at].isspace() and (name := _declared(text, at)):
            if refuses:
                check_name(name["name"], line, name.start("name") + 1)
            at = blank(name.end())
        elif string := _STRING.match(text, at):
            at = string.end()
        elif call := _CALL.match(text, at):
            state.stack.append(True)
            at = blank(call.end())
        elif maker := _MAKER.match(text, at):
            at = blank(maker.end())
        elif state.stack and state.stack[-1] and (dtype := _DTYPE.match(text, at)):
            at = blank(dtype.end())
        elif text[at] in "[({":
            out[at] = text[at].replace("{", "[")
            state.stack.append(False)
            at += 1
        elif text[at] in "])}":
            is_call = state.stack.pop() if state.stack else False
            out[at] = " " if is_call else text[at].replace("}", "]")
            at += 1
        else:
            at += 1
    return "".join(out)


def _declared(text: str, at: int) -> re.Match[str] | None:
    """Match the name of a list at a position, together with its equals sign or colon."""
    for pattern in (_ASSIGNED, _KEY):
        found = pattern.match(text, at)
        if (
            found
            and _IDENTIFIER.search(found["name"])
            and not _FREE_NUMBER.search(_sizes(found["name"]))
        ):
            return found
    return None


def _sizes(name: str) -> str:
    """Remove sizes such as `[9][9]`, `; 9]` and `, 9>` from a declaration."""
    return re.sub(r"\[\s*\d+\s*\]|[;,]\s*\d+\s*(?=[\]>])", "", name)


def check_name(name: str, line: SourceLine, column: int) -> None:
    """Check that the name of a list does not refer to a rule or a solution.

    Raises:
        FormatError: The name has a word for a rule or a solution.
    """
    words = [word.lower() for word in _WORD.findall(name)]
    for word in words:
        if may_hold_rules(word):
            reason = f"expected the cells of a puzzle, found {name[:40]!r}, which may hold a rule"
            reason += "; rename it if it is not a rule"
        elif word in _SOLUTIONS:
            reason = f"expected the cells of a puzzle, found {name[:40]!r}; delete the solution"
        else:
            continue
        raise FormatError(reason, line=line.number, column=column, text=line.text)


DECLARATIONS_FORM = Form(frozenset(("list",)), _DECLARATIONS_SIGN, _declarations_rewrite)


# -------------------------------------------------------------------- strings
# Puzzles in string literals of programming languages: `grid = "53..7...."`, or with triple
# quotation marks.
#
# The name and the quotation marks before the cells become spaces, and everything after the cells is
# removed. A name that may refer to a rule raises an error.

_NAME = r"\s*(?:(?P<name>[A-Za-z_$@][\w\s.:*&\[\]<>]*?)\s*(?::=|=)\s*)?"
_HOST = r"[a-z][\w.-]*\.[a-z]{2,}/"  # the start of a link, which other formats read
_LINE = re.compile(
    rf"{_NAME}[rbfu]?(?P<quote>[\"'`])(?P<cells>(?!{_HOST})[^\"'`\s,;:=]{{4,}})(?P=quote)\s*[;,]?\s*"
)
_OPEN = re.compile(rf"{_NAME}[rbfu]?(?P<quote>\"\"\"|'''|`)\\?(?P<cells>[^\"'`]*)")
_CLOSE = re.compile(r"(?P<cells>[^\"'`]*)(?P<quote>\"\"\"|'''|`)(?:\.\w+\(\))?\s*[;,]?\s*")
_STRINGS_SIGN = re.compile("[\"'`]")


def _strings_rewrite(head: list[str]) -> Rewrite | None:
    """Return the function that rewrites a text in quotation marks, or None for another text.

    Raises:
        FormatError: A string has a name that may refer to a rule or a solution.
    """
    content = [text for text in head if is_content(text)]
    if not content:
        return None
    patterns: tuple[re.Pattern[str], ...]
    if _LINE.fullmatch(content[0]):
        patterns = (_LINE,)
    elif _OPEN.fullmatch(content[0]) and any(map(_CLOSE.fullmatch, content[1:])):
        patterns = (_OPEN, _CLOSE)
    else:
        return None
    for _ in _bare(iter([SourceLine(at, text) for at, text in enumerate(head, 1)]), patterns):
        pass
    return lambda lines: _bare(lines, patterns)


def _bare(
    lines: Iterator[SourceLine], patterns: tuple[re.Pattern[str], ...]
) -> Iterator[SourceLine]:
    for line in lines:
        found = next(filter(None, (each.fullmatch(line.text) for each in patterns)), None)
        if found is None:
            yield line
            continue
        if name := found.groupdict().get("name"):
            check_name(name, line, found.start("name") + 1)
        text = " " * found.start("cells") + found["cells"]
        yield line.rewritten(text if found["cells"].strip() else "")


STRINGS_FORM = Form(frozenset(("line", "sdk", "grid", "pretty")), _STRINGS_SIGN, _strings_rewrite)
