"""The game in lines of text: words in, sentences out, for pipes and screen readers."""
