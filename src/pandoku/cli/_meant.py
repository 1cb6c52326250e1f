"""Commands and options that users of other programs try, and their equivalents in pandoku."""

from __future__ import annotations

_DRAW = "to draw puzzles on a page: pandoku draw FILE -o page.html"
_EXPLAIN = "to print a solution with its reasons: pandoku explain FILE -o path.pdf"
_EXPORT = "to give puzzles to a class as one page to play: pandoku export FILE --class -o page.html"
_GENERATE = "to make a puzzle: pandoku generate"
_HELP = "for the commands: pandoku --help"
_LESSON = (
    "to learn a technique: pandoku techniques NAME -o lesson.html (`pandoku techniques` lists them)"
)
_PLAY = "to play: pandoku play"
_PRINT = "to print puzzles: pandoku print FILE -o puzzles.pdf"
_RATE = "to rate puzzles: pandoku rate FILE"
_SERVE = "to open the page: pandoku serve"
_VERSION = "for the version: pandoku --version"

# Earlier commands, each with the command that does the same, and the words to add to its line.
RENAMED = {
    "lesson": ("techniques", ()),
    "steps": ("explain", ("--techniques", "naked-single")),
    "unique": ("canonical", ("--unique",)),
}
# Advice for commands that pandoku does not have, by the command in lower case.
MEANT_BY_COMMAND = {
    "answer": "to solve puzzles: pandoku solve FILE",
    "booklet": _PRINT,
    "cards": _PRINT,
    "class": _EXPORT,
    "classroom": _EXPORT,
    "coach": _PLAY,
    "commands": _HELP,
    "create": _GENERATE,
    "daily": "to play the puzzle of today: pandoku play --daily",
    "demo": _PLAY,
    "difficulty": _RATE,
    "exercise": "to practice a technique: pandoku drill NAME",
    "game": _PLAY,
    "gen": _GENERATE,
    "grade": _RATE,
    "gui": _SERVE,
    "handout": _EXPLAIN,
    "html": _DRAW,
    "info": "to see what is wrong with a puzzle, or whether it is proper: pandoku check FILE",
    "interactive": _PLAY,
    "learn": _LESSON,
    "lessons": _LESSON,
    "level": _RATE,
    "make": _GENERATE,
    "new": _GENERATE,
    "options": _HELP,
    "pdf": _PRINT,
    "picture": "to draw a puzzle: pandoku draw FILE -o picture.svg",
    "practice": "to practice a technique: pandoku drill NAME",
    "practise": "to practice a technique: pandoku drill NAME",
    "random": _GENERATE,
    "save": "to write puzzles in another format: pandoku convert FILE -o FILE",
    "server": _SERVE,
    "share": _EXPORT,
    "start": _PLAY,
    "teach": _LESSON,
    "test": "to see whether puzzles are proper: pandoku check FILE",
    "tutorial": _LESSON,
    "ui": _SERVE,
    "valid": "to see whether puzzles are proper: pandoku check FILE",
    "validate": "to see whether puzzles are proper: pandoku check FILE",
    "verify": "to see whether puzzles are proper: pandoku check FILE",
    "version": _VERSION,
    "view": "to see a puzzle: pandoku draw FILE",
    "web": _SERVE,
    "sheet": _PRINT,
    "worksheet": _PRINT,
}
# Advice for options that belong to another command, by the option without its hyphens.
COMMAND_BY_OPTION = {
    **dict.fromkeys(("check", "unique", "valid", "validate"), MEANT_BY_COMMAND["valid"]),
    **dict.fromkeys(("explain", "reasons", "steps", "why"), "for reasons: pandoku explain FILE"),
    **dict.fromkeys(("image", "picture", "png", "svg"), MEANT_BY_COMMAND["picture"]),
    "html": _DRAW,
    "pdf": _PRINT,
    "no-color": "set the variable NO_COLOR=1",
    "version": _VERSION,
    **dict.fromkeys(("difficulty", "rate", "rating"), _RATE),
}
# For each unknown option, without its hyphens: the options that the user may have meant. The
# message suggests the options from this list that the command has.
MEANT_BY_OPTION = {
    **dict.fromkeys(("algorithm", "method", "solver"), ("--engine",)),
    **dict.fromkeys(("cores", "j", "jobs", "processes", "workers"), ("--threads", "--workers")),
    "threads": ("--workers",),
    **dict.fromkeys(("c", "n", "num", "number", "amount"), ("--count",)),
    **dict.fromkeys(("all", "max", "solutions"), ("--limit",)),
    **dict.fromkeys(("clues", "hints"), ("--givens",)),
    **dict.fromkeys(("offset", "skip", "start"), ("--first",)),
    "level": ("--difficulty",),
    **dict.fromkeys(("f", "format"), ("--to", "--from")),
    **dict.fromkeys(("technique", "requires"), ("--needs", "--techniques")),
    **dict.fromkeys(("timeout", "time"), ("--budget",)),
    # Where a time limit would change the result, there is only a limit that counts.
    "budget": ("--looks", "--attempts", "--nodes"),
    **dict.fromkeys(("tries", "retries"), ("--attempts",)),
    **dict.fromkeys(("constraint", "rule", "variant", "with"), ("--constraints", "--with")),
}
