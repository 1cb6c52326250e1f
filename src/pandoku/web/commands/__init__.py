"""The commands that serve and write pages to play."""
