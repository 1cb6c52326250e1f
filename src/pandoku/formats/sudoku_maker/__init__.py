"""Documents of Sudoku Maker, and links to it."""
