"""The Shogun's Chosen: how enemies and wanderers behave."""
