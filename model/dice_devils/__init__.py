"""Dice Devils: ranks and their dice, objects that are fought over, dice-offs."""
