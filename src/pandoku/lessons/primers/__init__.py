"""Lessons as web pages, for `pandoku techniques -o`."""
