"""The commands that serve or write pages for playing."""
