"""What is promised of the castles of Caleira, and proved: so far by counting cards, by a measure, and by games."""
