"""Steps (Hacettepe, BBM103, assignment 2): Sudoku solved by naked singles, step by step.

    python3 sudoku.py input.txt output.txt

The output file has every step and the grid after it. If the program gets stuck, it writes the steps
found, and the exit status is 1. If an argument or file is wrong, it writes no file, and the exit
status is 2. The engine `naked-singles` finds the steps.
"""
