"""Findings on file: one JSON document each, replayed by the tests."""
