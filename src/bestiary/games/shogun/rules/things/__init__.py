"""The Shogun's Chosen: items, exchanges, and the interlude."""
