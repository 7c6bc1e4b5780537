"""What the checks know of the family `dice-devils` alone."""
