"""The command about data sets."""
