"""What the coach ride promises, symbolically."""
