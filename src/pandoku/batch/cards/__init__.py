"""The card of a data set: what was counted, how it was made, and pictures."""
