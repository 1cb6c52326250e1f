"""Documents of SudokuPad, and links to it."""
