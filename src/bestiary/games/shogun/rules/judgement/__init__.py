"""The Shogun's Chosen: what a search leans on: the worth of a position, and sensible habits."""
