"""The five course programs that pandoku grew from, each run by the command of its paper.

calcudoku   `python3 calcudoku.py < test1_in.in`       sums on 5x5, exhaustive search
mathdoku    `python3 mathdoku.py FILE`                 + - * / = on n x n, class Mathdoku
sets        `python3 sudoku.py`                        Sudoku by sets of possible numbers
steps       `python3 sudoku.py input.txt output.txt`   Sudoku by naked singles, step by step
sukoku      `python3 sukoku.py`                        Sudoku played in the terminal

They run from any folder, need only the standard library, and have every name that their papers
give to a function, a method or an attribute. Calcudoku and Steps search with `pandoku.engines`.
Mathdoku and Sukoku are classes that search by themselves, as their papers describe.
"""
