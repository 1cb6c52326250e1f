"""Grids with lines that each describe one constraint in words."""
