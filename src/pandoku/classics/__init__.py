"""The five course programs that pandoku grew from.

calcudoku   `python3 calcudoku.py < test1_in.in`       sums on 5x5, exhaustive search
mathdoku    `python3 mathdoku.py FILE`                 + - * / = on n x n, class Mathdoku
sets        `python3 sudoku.py`                        Sudoku by sets of possible numbers
steps       `python3 sudoku.py input.txt output.txt`   Sudoku by naked singles, step by step
sukoku      `python3 sukoku.py`                        Sudoku played in the terminal

Each program runs with the command that its paper (the text of the assignment) requires, from any
folder, and needs only the standard library. Functions, methods and attributes that a paper names
have the same names here. Calcudoku and Steps search with `pandoku.engines`. Mathdoku and Sukoku are
classes with methods for the search, because their papers require this.
"""
