"""The command that writes lessons."""
