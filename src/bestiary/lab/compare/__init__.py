"""Two sets of cards, or a card and its control, on the same deals: what a change does."""
