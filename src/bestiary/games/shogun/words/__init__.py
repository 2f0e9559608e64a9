"""The Shogun's Chosen: the sentences of questions and choices, made from the record; no rules."""
