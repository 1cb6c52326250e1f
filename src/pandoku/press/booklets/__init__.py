"""The booklet that this room makes."""
