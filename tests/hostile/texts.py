"""Texts that no puzzle is made of, or a bad one, by what is wrong with them."""

from __future__ import annotations

import zlib
from base64 import b64encode

__all__ = ["ESCAPE", "SEVERAL", "TEXTS"]

ESCAPE = "\x1b[5m"  # blinking, which nothing here is by itself


def _packed(text: str) -> str:
    """Return a text as it stands in links to Penpa+."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b64encode(packer.compress(text.encode()) + packer.flush()).decode()


_PENPA = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_PENPA_TITLE = (
    f"sudoku,1,1,38,0,1,1,9,9,9,9,0,0,0,0,Title: <b>{ESCAPE}</b>,Author: ,,<script>,OFF,false\n"
    "[0,0,0,0]\n{}\n{}\n{}\n[12]"
)
_CAGE = '{"size":3,"box":null,"cages":[{"op":"%s","target":%s,"cells":%s}]}'
_BOMB = (
    '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
    "<opensudoku>&b;</opensudoku>"
)

_BYTES = {
    "nothing": b"",
    "white space": b"   \n\n\t\n",
    "zeros": b"\0" * 81,
    "every byte": bytes(range(256)),
    "half of UTF-16": b"\xff\xfe1\0.\0",
    "half of UTF-32": b"\xff\xfe\0\0" + b".\0\0\0" * 16,
    "an archive": b"PK\x03\x04" + b"\0" * 100,
    "compressed": b"\x1f\x8b\x08\0" + b"\0" * 40,
    "Latin-1": "é".encode("latin1") * 81,
    "an escape in a title": f'{{"size":4,"title":"{ESCAPE}\x1b]0;x\x07\x9b"}}'.encode(),
}
_LINES = {
    "too short": "53..7",
    "too long": "1" * 1000,
    "a line of a million": "." * 1_000_000,
    "a digit": "5",
    "words": "hello world",
    "markup": "<script>alert(1)</script>",
    "full-width digits": "１" * 81,
    "invisible characters": "\u200b" * 81,
    "negative numbers": "-1 " * 81,
    "37 in a spaced grid": "37 " + "0 " * 80,
    "many bad lines": "53..7\n" * 200,
    "several, one of them bad": f"{'.' * 81}\n53..7\n{'1' + '.' * 80}\n",
    "comments": "# x\n" * 300 + "." * 81,
    "line ends of Windows": "." * 16 + "\r\n" + "." * 16 + "\r\n",
    "line ends of old Macs": "." * 16 + "\r" + "." * 16 + "\r",
    "line ends of mainframes": "." * 16 + "\x85" + "." * 16,
    "digits that clash": "11" + "." * 79,
    "many solutions": "." * 81,
    "no solution": "12345678.........9".ljust(81, "."),
    "Tatham's solo cut off": "9:a_b_c",
    "Tatham's keen cut off": "6:aaaa,zzzz",
    "f-puzzles without a puzzle": "https://www.f-puzzles.com/?load=AAAA",
    "SudokuPad cut off": "https://sudokupad.app/sclN4IgzglgXgpiBcBOANCALhNAbO8QHUB7AJwFswRUBDAVz",
    "SudokuPad with a document of f-puzzles cut off": "https://sudokupad.app/fpuzN4IgzglgXgpi",
    "SudokuPad with a damaged document of f-puzzles": "https://sudokupad.app/fpuzM5IgzglgXgpi",
    "SudokuPad with a number": "https://sudokupad.app/8h6j2k?setting-nogrid=1",
    "SudokuPad with too many digits": "scfoooooooooooooooooooooooooK",
    "Sudoku Maker cut off": "https://sudokumaker.app/?puzzle=N4IgZg9gTgtghgFwGoFMoGcCWEB2",
    "Penpa+ without a puzzle": "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRNb9",
    "Penpa+ cut off": f"{_PENPA}{_packed(f'square,9,9,{[*range(200)]}')[:90]}",
    "a bomb of Penpa+": f"{_PENPA}{_packed('square,9,9,' + 'a' * 5_000_000)}",
    "hexagons of Penpa+": f"{_PENPA}{_packed(f'hex,5,5,{[*range(200)]}')}",
    "markup in a title of Penpa+": f"{_PENPA}{_packed(_PENPA_TITLE)}",
    "constraints cut off": ".And.Thermo~R1C1~R2",
    "constraints of an unknown kind": ".Thermos~R1C1~R2C2",
    "constraints of two sizes": ".Shape~4x4.Shape~6x6.AntiKing",
    "constraints without a size": ".AntiKing.Shape",
    "an automaton cut off": ".NFA~EgIK~_~R1C1~R1C2",
    "an address": "http://example.org/x",
    "digits in an address": f"https://www.sudokuwiki.org/sudoku.htm?bd={'0' * 80}1",
    "digits in an address, cut off": f"https://www.sudokuwiki.org/sudoku.htm?bd={'0' * 50}",
    "progress beyond ASCII": f"https://sudokuwiki.org/sudoku.htm?bd=S9B{'é' * 162}",
    "cells of SudokuExchange cut off": "https://sudokuexchange.com/play/?s=KDTRBQsV3C",
    "cells of Good Sudoku cut off": "https://playgoodsudoku.com/puzzle/$AAABIwEjAIBAgEA",
    "cells of Good Sudoku that are none": "https://playgoodsudoku.com/puzzle/$é",
    "lisudoku cut off": "https://lisudoku.xyz/e?import=N4Ig5gTglgJgylAXgUxALgJwBoQAdoC2Ah",
    "cells in words about a rule": f"This is a killer: {'1' + '.' * 80}",
    "a game of GNOME Sudoku off the grid": '{"cells":[{"position":[9,-1],"value":1}]}',
    "a copied game cut off": "#IIII!N",
    "work in progress cut off": "1 u2 34 34",
    "a game of KSudoku without a grid": "<ksudoku><game/></ksudoku>",
    "entities in a game of KSudoku": _BOMB.replace("opensudoku", "ksudoku"),
    "a rule as a column": f"puzzle,cages\n{'.' * 81},3",
    "a rule in XML": '<opensudoku><cage cells="0 1"/></opensudoku>',
    "an open quotation": 'puzzle,solution\n"53..7',
    "open XML": "<opensudoku><folder>",
    "a bomb of entities": _BOMB,
}
_CONSTRAINT = '{"size":4,"constraints":[{"type":%s}]}'
_EMPTY = "[" + ",".join(["[{},{},{},{}]"] * 4) + "]"
_JSON = {
    "open": '{"size":4,',
    "tiny lines": '{"size":4,"givens":[\n' + "0,\n" * 20_000 + "0]}",
    "a list": "[]",
    "null": "null",
    "deep": "[" * 10_000,
    "an infinite number": "1e400",
    "no number": '{"size":NaN}',
    "size 0": '{"size":0}',
    "size -1": '{"size":-1}',
    "size 37": '{"size":37}',
    "size beyond memory": '{"size":10000000000000000000000}',
    "size 4.5": '{"size":4.5}',
    "size as a text": '{"size":"4"}',
    "half a character": '{"size":4,"title":"\\ud800"}',
    "an escaped escape": '{"size":4,"title":"\\u001b[5mred\\u0000\\u009b"}',
    "a given above the order": '{"size":4,"givens":[9' + ",0" * 15 + "]}",
    "too few givens": '{"size":4,"givens":[1]}',
    "givens that are no list": '{"size":4,"givens":{}}',
    "a candidate above the order": '{"size":4,"candidates":[31' + ",15" * 15 + "]}",
    "a cell without candidates": '{"size":4,"candidates":[0' + ",15" * 15 + "]}",
    "one region": '{"size":4,"regions":[0' + ",0" * 15 + "]}",
    "an unknown key": '{"size":4,"Givens":[1]}',
    "an unknown key of a cage": '{"size":4,"cages":[{"cells":[0],"sum":3}]}',
    "of SudokuPad": '{"cells":[[{"value":5},{}]],"cages":[],"regions":[[[0,0]]]}',
    "of SudokuPad with an unknown rule": '{"cells":[[{}]],"doublers":[{}]}',
    "of f-puzzles": '{"size":9,"grid":[[{"value":5,"given":true},{}]],"thermometer":[]}',
    "of f-puzzles with an unknown rule": '{"size":1,"grid":[[{}]],"xv":[{}]}',
    "of f-puzzles with markup in its words": (
        f'{{"size":4,"grid":{_EMPTY},"ruleset":"<b>\\u001b[5m\\u0000</b>"}}'
    ),
    "of f-puzzles with words that are too long": (
        f'{{"size":4,"grid":{_EMPTY},"ruleset":"{"odd " * 6_000}"}}'
    ),
    "of f-puzzles with words that are no text": f'{{"size":4,"grid":{_EMPTY},"ruleset":[1]}}',
    "of f-puzzles with a disabled rule": (
        f'{{"size":4,"grid":{_EMPTY},"disabled\\u001b[5mxv":true,"xv":[{{"disabled":true}}]}}'
    ),
    "a drawing with markup in its role": (
        _CONSTRAINT % r'"drawing","shapes":"[[\"disc\",\"\\\"><script>\",[[1,1]],0.5,\"\"]]"'
    ),
    "a drawing with control characters": (
        _CONSTRAINT
        % r'"drawing","title":"\u001b[5m","shapes":"[[\"sign\",1,1,\"\\u001b[5m\\u0000\"]]"'
    ),
    "words that are no text": '{"size":4,"words":4}',
    "of Sudoku Maker": '{"formatVersion":"1.5.0","puzzle":{"cells":[{}],"constraints":[]}}',
    "of lisudoku with a rule that is not known": '{"gridSize":4,"topBottom":true}',
    "of lisudoku with a cell outside": '{"gridSize":4,"oddCells":[{"row":9,"col":-1}]}',
    "a version to come": '{"version":3,"size":4}',
    "an unknown constraint": _CONSTRAINT % '"thermo","cells":[0,1]',
    "a constraint with an unknown key": _CONSTRAINT % '"ratio","cells":[0,1],"total":3',
    "a line that jumps": _CONSTRAINT % '"thermometer","cells":[0,3]',
    "a line of one cell": _CONSTRAINT % '"between-line","cells":[0]',
    "a line outside the grid": _CONSTRAINT % '"arrow","bulb":[99],"shaft":[-1]',
    "a cell twice on a line": _CONSTRAINT % '"thermometer","cells":[0,1,0]',
    "a thermometer that is too long": _CONSTRAINT % '"thermometer","cells":[0,1,2,3,7]',
    "a dot on one cell": _CONSTRAINT % '"difference","cells":[0]',
    "a ratio that no digits have": _CONSTRAINT % f'"ratio","cells":[0,1],"value":{10**50}',
    "a diagonal from outside": _CONSTRAINT
    % '"little-killer","start":[99],"direction":"DR","total":3',
    "a diagonal with two starts": (
        _CONSTRAINT % '"little-killer","start":[0,1],"direction":"DR","total":3'
    ),
    "a number of 60 digits": _CAGE % ("*", 10**60 - 1, "[0,1]"),
    "a cage outside the grid": _CAGE % ("+", 3, "[0,99]"),
    "a cell twice in a cage": _CAGE % ("+", 3, "[0,0]"),
    "a target beyond all products": _CAGE % ("*", 10**24, "[0,1]"),
    "an unknown operation": _CAGE % ("^", 3, "[0,1]"),
    "a negative difference": _CAGE % ("-", -3, "[0,1]"),
}
TEXTS: dict[str, bytes] = {
    **_BYTES,
    **{name: f"{line}\n".encode() for name, line in _LINES.items()},
    **{f"JSON: {name}": text.encode() for name, text in _JSON.items()},
}

# Texts that are several puzzles, or several bad lines: each may have a message of its own.
SEVERAL = {
    "every byte",
    "many bad lines",
    "several, one of them bad",
    "line ends of Windows",
    "line ends of old Macs",
    "no solution",  # as JSON, a number and something else
}
