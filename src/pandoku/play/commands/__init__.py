"""The commands for playing puzzles."""
