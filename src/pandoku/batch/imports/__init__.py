"""Import of files in any format as one stream of rows."""
