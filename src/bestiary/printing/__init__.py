"""Print and play: the page's own sheets, printed by a browser."""
