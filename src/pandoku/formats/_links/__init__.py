"""Web links that contain puzzles, and the texts packed inside them."""
