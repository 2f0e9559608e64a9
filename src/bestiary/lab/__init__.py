"""The laboratory: what a designer wants to know about a game."""
