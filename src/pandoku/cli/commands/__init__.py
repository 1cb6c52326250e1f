"""The commands of the rooms below: searching, explaining, rating, making and drawing puzzles."""
