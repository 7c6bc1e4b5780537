"""What the checks know of the family `caleira` alone."""
