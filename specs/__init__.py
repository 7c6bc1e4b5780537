"""What the rules promise: proofs with Z3 over the same guards as the engine."""
