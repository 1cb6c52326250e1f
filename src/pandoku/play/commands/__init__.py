"""The commands to play."""
