"""Documents of f-puzzles, and links to it."""
