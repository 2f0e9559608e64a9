"""The Shogun's Chosen: effects of cards: when, under which condition, on whom, what."""
