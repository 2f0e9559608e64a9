"""A search for the numbers of cards that come closest to a target."""
