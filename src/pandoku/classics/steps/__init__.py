"""Steps (Hacettepe, BBM103, assignment 2): Sudoku solved one sure digit at a time.

    python3 sudoku.py input.txt output.txt

The output file gets every step and the grid after it. The exit is 1 when no cell has a single
possibility before the grid is full (the steps so far are written), and 2 when arguments or files
are at fault (nothing is written). The steps are those of the engine `naked-singles`.
"""
