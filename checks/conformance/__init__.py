"""The protocol: acts on the wire, the oracle that serves it, and the vectors."""
