"""The command that measures the speed of engines."""
