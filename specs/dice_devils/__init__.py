"""What is promised of Dice Devils, and proved: by counting objects, by games, and by chains of dice-offs."""
