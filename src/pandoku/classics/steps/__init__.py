"""Steps (Hacettepe, BBM103, assignment 2): Sudoku solved by naked singles, step by step.

    python3 sudoku.py input.txt output.txt

The output file has every step and the grid after it. The exit status is 1 if the program gets stuck
(the steps so far are written), and 2 if an argument or file is wrong (nothing is written). The
engine `naked-singles` finds the steps.
"""
