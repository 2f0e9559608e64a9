"""The Shogun's Chosen: attacks, damage, conditions and defeat."""
