"""Games of Simon Tatham's Portable Puzzle Collection: game ids and saved games."""
