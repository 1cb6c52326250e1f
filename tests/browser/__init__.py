"""A package, because only that has fixtures which end with the folder."""
