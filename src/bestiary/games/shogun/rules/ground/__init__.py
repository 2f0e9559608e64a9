"""The Shogun's Chosen: squares, sight, paths, zones, and who stands where."""
