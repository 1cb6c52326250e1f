"""Links to Penpa+."""
