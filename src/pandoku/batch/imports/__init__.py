"""Files of any kind as one stream of rows."""
