"""Measures of the source that lint compares with limits: its English and its grain."""
