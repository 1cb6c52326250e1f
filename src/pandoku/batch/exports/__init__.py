"""Export of data sets for other programs."""
