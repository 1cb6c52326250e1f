"""Data sets in the forms that others read."""
