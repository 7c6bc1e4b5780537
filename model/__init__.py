"""What the rules do: rulebooks as data and the reference engines."""
