"""The Shogun's Chosen: phases, rounds and activations."""
