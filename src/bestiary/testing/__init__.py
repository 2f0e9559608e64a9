"""What any game, ours or somebody else's, is tested with."""
