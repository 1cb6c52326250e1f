"""The way to play in this room."""
