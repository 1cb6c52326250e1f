"""The five course programs pandoku grew from, each runnable by its paper's own command.

calcudoku   `python3 calcudoku.py < test1_in.in`       sums on 5x5, exhaustive search
mathdoku    `python3 mathdoku.py FILE`                 + - * / = on n x n, class Mathdoku
sets        `python3 sudoku.py`                        Sudoku by sets of possible numbers
steps       `python3 sudoku.py input.txt output.txt`   Sudoku one sure digit at a time
sukoku      `python3 sukoku.py`                        Sudoku played in the terminal

Run from their own folders or from anywhere, with the standard library alone. They are front
doors: reading, searching and the rules of a game are `pandoku.formats`, `.engines` and `.play`.
"""
