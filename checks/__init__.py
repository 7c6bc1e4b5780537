"""The hunters: what sets model and specs against each other, and the command line."""
