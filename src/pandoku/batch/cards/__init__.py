"""The card of a data set: a README with its statistics, its history and pictures."""
