"""The command that measures."""
