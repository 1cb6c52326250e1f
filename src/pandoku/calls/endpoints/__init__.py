"""The endpoints, one file for each or for several that belong together."""
