"""The command for data sets."""
