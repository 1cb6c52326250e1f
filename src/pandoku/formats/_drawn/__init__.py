"""The meaning of drawings in the documents of setters' programs."""
