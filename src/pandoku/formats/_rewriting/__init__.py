"""Layouts of pasted texts, and their line-by-line rewriting for a format."""
