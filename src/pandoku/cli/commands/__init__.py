"""Commands that search, explain, rate, make and draw puzzles with the rooms below."""
