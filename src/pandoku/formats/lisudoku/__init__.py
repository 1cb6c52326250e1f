"""Documents of lisudoku, and links to it."""
