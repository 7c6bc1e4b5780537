"""The family `caleira`: castles of pieces played face-up or face-down, and effects that wait in a queue."""
