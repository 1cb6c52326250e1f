"""The five course programs that pandoku grew from, each run by the command of its paper.

calcudoku   `python3 calcudoku.py < test1_in.in`       sums on 5x5, exhaustive search
mathdoku    `python3 mathdoku.py FILE`                 + - * / = on n x n, class Mathdoku
sets        `python3 sudoku.py`                        Sudoku by sets of possible numbers
steps       `python3 sudoku.py input.txt output.txt`   Sudoku by naked singles, step by step
sukoku      `python3 sukoku.py`                        Sudoku played in the terminal

They run from any folder and need only the standard library. Reading, searching and the rules of a
game are in `pandoku.formats`, `pandoku.engines` and `pandoku.play`.
"""
