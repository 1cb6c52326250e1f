"""Grids with lines that describe one constraint each in words."""
