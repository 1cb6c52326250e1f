"""JSON documents: the format `json`, and tools for the documents of all programs."""
