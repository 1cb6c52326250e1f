"""Count the marks of translated English in docstrings, comments, messages and Markdown.

    python3 -m tools.english                         # each part of the project, and its limit
    python3 -m tools.english src/pandoku/press       # a table of the patterns
    python3 -m tools.english docs --list beside      # the places of one pattern
    python3 -m tools.english --lower                 # write lower limits

A pattern is listed here because it is common in translations and rare in the source of well-known
Python libraries. A comment `english: ok` on the line where a text starts accepts that text.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from tools import limits

ROOT = Path(__file__).resolve().parent.parent

PACKAGE = "src/pandoku"

# The parts of the project that have a limit, with their files. The rooms of the package are counted
# one by one and added to the first.
PARTS = {
    PACKAGE: [f"{PACKAGE}/*.py"],
    "native": ["native/**/*.?pp", "native/**/*.inl"],
    "web": ["web/src/**/*.ts", "web/src/**/*.tsx", "web/test/**/*.ts"],
    "docs": ["docs/**/*.md"],
    "front": ["README.md", "CHANGELOG.md", "SECURITY.md"],
    "developers": ["ARCHITECTURE.md", "CONTRIBUTING.md", "bench/**/*.md", "deploy/**/*.md"],
}

_CLAUSE = "(?:what|how|why|which|where|who|when)"

Kind = Literal["docstring", "entry", "comment", "message", "paragraph"]
_EVERYWHERE: tuple[Kind, ...] = ("docstring", "entry", "comment", "message", "paragraph")


class Text(NamedTuple):
    """A text that people read, and its place.

    Attributes:
        file: Path of the file.
        line: Line on which the text starts, from 1.
        kind: Kind of the text. An entry describes an argument or an attribute in a docstring.
        words: The text, with single spaces.
    """

    file: Path
    line: int
    kind: Kind
    words: str


class Pattern(NamedTuple):
    """A habit of translated English.

    Attributes:
        name: Name in the table.
        regex: Regular expression that finds it.
        fix: Advice for a better sentence.
        kinds: Kinds of texts in which it counts.
    """

    name: str
    regex: re.Pattern[str]
    fix: str
    kinds: tuple[Kind, ...]


def _pattern(
    name: str, regex: str, fix: str, *kinds: Kind, flags: re.RegexFlag = re.IGNORECASE
) -> Pattern:
    return Pattern(name, re.compile(regex, flags), fix, kinds or _EVERYWHERE)


PATTERNS = (
    _pattern(
        "starts with a clause",
        rf"^(?:whether|{_CLAUSE})\b",
        "a noun phrase for a class ('The outcome of a search'), 'True if ...' for a property",
        "docstring",
    ),
    _pattern(
        "return + clause",
        r"^(?:Return|Yield|Say|Tell|Report|Show|Write|Print|Find|Read)s? "
        rf"(?:of |in |at |by |to |for |from |with )?{_CLAUSE}\b",
        "the name of the value: 'Return the reason', 'Yield the defects of'",
        "docstring",
    ),
    _pattern(
        "return that",
        r"^(?:Return|Yield) that\b",
        "'Return the relation that ...', 'Return a sentence stating that ...'",
        "docstring",
    ),
    _pattern(
        "entry is a clause",
        rf"^{_CLAUSE}\b",
        "a noun: 'Number of finished parts', 'Error messages'; 'Whether' may stay",
        "entry",
    ),
    _pattern(
        "how many",
        r"\bhow (?:many|much|long|far)\b(?! [a-z]+ (?:can|should|do)\b)",
        "'the number of', 'the amount of', 'the duration of'",
    ),
    _pattern(
        "what is",
        r"(?:^|[,.;:] |\b(?:of|in|for|to|by|with|and|as) )"
        r"what (?:is|was|are|were|has|had|it|they|a|the)\b",
        "a noun: 'its defects', 'the result', 'its cost'",
    ),
    _pattern(
        "is no",
        r"\b(?:is|are|was|were|be) (?:no|none)\b"
        r"(?! (?:longer|more|fewer|less|need|other|way|point))"
        r"(?<!here is no)(?<!here are no)(?<!here was no)",
        "'is not a puzzle', 'are not integers', 'is missing'",
        flags=re.NOFLAG,
    ),
    _pattern(
        "that of",
        r"\b(?:those|that|the one|the ones) (?:of|in|with|at) (?:a|an|the|its|each|other|all)\b",
        "the noun again, or a possessive",
    ),
    _pattern(
        "of which",
        r"\b(?:of|in|at|by|from|for|with|to|on|under) (?:which|whom)\b",
        "a new sentence, or 'whose', 'where'",
    ),
    _pattern(
        "as asked",
        r"\bas asked\b|\basked for\b|\b(?:is|was|were|are) asked\b",
        "'requested', 'as requested'",
    ),
    _pattern(
        "is said, is told",
        r"\b(?:is|are|was|were|be|been) (?:said|told)\b"
        r"|\b(?:says|tells|told) (?:of|so|which|what|how|why|where|whether|that|more|less)\b",
        "'reports', 'shows', 'describes', 'is reported'",
    ),
    _pattern(
        "stands",
        r"\b(?:stands?|stood|standing)\b(?! for\b| out\b| alone\b)",
        "'is', 'is at', 'appears' ('stands for' is fine)",
    ),
    _pattern(
        "goes by",
        r"\bgo(?:es|ing)? (?:by|on|further|without|beyond|with it)\b",
        "'uses', 'continues', 'makes progress', 'omits'",
    ),
    _pattern(
        "beside",
        r"\bbeside\b(?! (?:the|a|it|them|its|each|one) "
        r"(?:cell|grid|board|row|column|picture|edge|line|border))",
        "'next to', 'in addition to', 'along with'",
    ),
    _pattern(
        "of its own, too",
        r"\bof (?:its|their|one's|his|our) own\b|\bsuch an? \w+\b(?! as)|, too\b",
        "'a separate ...', 'also', or nothing",
    ),
    _pattern(
        "has none",
        r"\b(?:has|have|had|gives?|needs?|takes?|knows?) none\b|\bof several\b|\bof all of them\b",
        "the noun: 'has no cages', 'if there are several solutions'",
    ),
    _pattern(
        "it is so",
        r"\b(?:this|it|that) is so\b|\bwhatever (?:it|they|was|is)\b|\bas they like\b",
        "the condition: 'This happens if'",
    ),
    _pattern(
        "semicolon",
        r"[a-z)`'\"]; [a-z]",
        "a full stop, or a comma and 'and'",
        "docstring",
        "comment",
        "paragraph",
    ),
)


# ---- the texts of a file


def texts_of(file: Path) -> Iterator[Text]:
    """Yield the texts of a Python, C++, TypeScript or Markdown file.

    Raises:
        SyntaxError: The file is not Python, although its name says so.
    """
    source = file.read_text(encoding="utf-8")
    reader = {
        ".py": _python_texts,
        ".md": _markdown_texts,
        ".ts": _script_texts,
        ".tsx": _script_texts,
    }
    lines = source.split("\n")
    for line, kind, text in reader.get(file.suffix, _core_texts)(source):
        if (words := " ".join(text.split())) and "english: ok" not in lines[line - 1]:
            yield Text(file, line, kind, words)


_Part = tuple[int, Kind, str]  # line, kind, text
_ENTRY = re.compile(r"^ {4,}\*{0,2}\w+(?:, \*{0,2}\w+)*(?: \([^)]*\))?: (.+)$")


def _python_texts(source: str) -> Iterator[_Part]:
    """Yield docstrings, the entries of their lists, raised messages and comments."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if (doc := ast.get_docstring(node)) is not None:
                yield from _docstring_texts(node.body[0].lineno, doc)
        elif isinstance(node, ast.Raise):
            for each in ast.walk(node):
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    yield each.lineno, "message", each.value if " " in each.value else ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            text = token.string.lstrip("#: ")
            if " " in text and not text.startswith(("type:", "noqa", "fmt:", "pragma")):
                yield token.start[0], "comment", text


def _docstring_texts(line: int, doc: str) -> Iterator[_Part]:
    prose = []
    for at, each in enumerate(doc.split("\n")):
        if each.lstrip().startswith((">>>", "...")):
            break
        if (entry := _ENTRY.match(each)) and not each.lstrip()[0].isupper():
            yield line + at, "entry", entry[1]
        else:
            prose.append(each)
    yield line, "docstring", "\n".join(prose)


# Strings come first: a comment may not begin inside one.
_TOKEN = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`'
    r"|(?P<block>/\*.*?\*/)|(?P<lines>//[^\n]*(?:\n[ \t]*//[^\n]*)*)",
    re.DOTALL,
)
_MARKS = re.compile(r"^[ \t]*(?://+|/?\*+/?)|\*/$", re.MULTILINE)
_LEAST_WORDS = 3  # a string of fewer is seldom a sentence


def _script_texts(source: str, *, with_strings: bool = True) -> Iterator[_Part]:
    """Yield comments, and strings that read like sentences."""
    for token in _TOKEN.finditer(source):
        line = source.count("\n", 0, token.start()) + 1
        if comment := token["block"] or token["lines"]:
            yield line, "comment", _MARKS.sub("", comment)
        elif with_strings and _is_sentence(token[0][1:-1]):
            yield line, "message", token[0][1:-1]


def _is_sentence(text: str) -> bool:
    """Return whether a string may be a sentence, and neither markup nor a selector."""
    words = re.findall(r"[A-Za-z]{2,}", text)
    return " " in text and text[0] not in "<.#" and len(words) >= _LEAST_WORDS


def _core_texts(source: str) -> Iterator[_Part]:
    """Yield the comments of a C++ file."""
    return _script_texts(source, with_strings=False)


def _markdown_texts(source: str) -> Iterator[_Part]:
    """Yield paragraphs, list items and headings; code is left out."""
    no_code = re.sub(r"^( *)```.*?^\1```", _blank, source, flags=re.DOTALL | re.MULTILINE)
    no_code = re.sub(r"`[^`\n]+`", "CODE", no_code)
    for block in re.finditer(r"(?:^(?![ \t]*$).+\n?)+", no_code, re.MULTILINE):
        yield no_code.count("\n", 0, block.start()) + 1, "paragraph", block[0]


def _blank(code: re.Match[str]) -> str:
    return "\n" * code[0].count("\n")  # the lines that follow keep their numbers


# ---- counting


class Hit(NamedTuple):
    """A pattern in a text.

    Attributes:
        text: The text.
        pattern: The pattern.
        start: Index of the first character in the words of the text.
        end: Index after the last character.
    """

    text: Text
    pattern: Pattern
    start: int
    end: int


class Tally(NamedTuple):
    """The hits of some files.

    Attributes:
        hits: All hits, by file and line.
        n_words: Number of words that were searched.
    """

    hits: list[Hit]
    n_words: int

    @property
    def rate(self) -> float:
        """The number of hits per 10,000 words."""
        return 1e4 * len(self.hits) / max(1, self.n_words)


def tally(files: list[Path]) -> Tally:
    """Return the hits of all patterns in *files*."""
    texts = [text for file in files for text in texts_of(file)]
    hits = [
        Hit(text, pattern, *found.span())
        for text in texts
        for pattern in PATTERNS
        if text.kind in pattern.kinds
        for found in pattern.regex.finditer(text.words)
    ]
    return Tally(hits, sum(len(text.words.split()) for text in texts))


def files_of(path: Path) -> list[Path]:
    """Return the files below *path* that have texts, without installed and built ones."""
    if path.is_file():
        return [path]
    return [
        file
        for file in sorted(path.rglob("*"))
        if file.suffix in (".py", ".md", ".ts", ".tsx", ".cpp", ".hpp", ".inl")
        and not {"node_modules", ".venv", "build"} & set(file.relative_to(path).parts)
    ]


def counts() -> dict[str, float]:
    """Return the hits of each part, and the rate of the worst room of the package."""
    found: dict[str, float] = {}
    for part, globs in PARTS.items():
        files = sorted(file for each in globs for file in ROOT.glob(each))
        found[part] = len(tally(files).hits)
    rooms = [path for path in (ROOT / PACKAGE).iterdir() if (path / "__init__.py").exists()]
    tallies = [tally(sorted(room.rglob("*.py"))) for room in rooms]
    found[PACKAGE] += sum(len(each.hits) for each in tallies)
    found["most in a room"] = float(round(max(each.rate for each in tallies)))
    return found


def main() -> int:
    """Compare the parts with their limits, or describe the hits of paths."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("paths", nargs="*", type=Path, help="files and folders")
    parser.add_argument(
        "--list", metavar="PATTERN", help="print the places of one pattern, or of all"
    )
    parser.add_argument("--lower", action="store_true", help="write lower limits")
    options = parser.parse_args()
    if not options.paths:
        found = counts()
        if options.lower:
            limits.lower("english", found)
        return limits.compare("english", found, "`--list all PATH` shows them")
    result = tally([file for path in options.paths for file in files_of(path)])
    if options.list:
        _print_places(result, options.list)
    else:
        _print_table(result)
    return 0


def _print_places(result: Tally, name: str) -> None:
    for text, pattern, start, end in result.hits:
        if name in ("all", pattern.name):
            shown = text.words[max(0, start - 40) : end + 40]
            print(f"{text.file}:{text.line}: {pattern.name}: {shown}\n    write {pattern.fix}")


def _print_table(result: Tally) -> None:
    numbers = Counter(hit.pattern.name for hit in result.hits)
    for name, number in numbers.most_common():
        print(f"{number:6,}  {name}")
    print(f"{len(result.hits):6,}  in {result.n_words:,} words, {result.rate:.0f} per 10,000")


if __name__ == "__main__":
    sys.exit(main())
