"""What only the coach ride tells the hunters."""
