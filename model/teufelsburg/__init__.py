"""The family of Die Kutschfahrt zur Teufelsburg: The Castle of the Devil, 魔城馬車."""
