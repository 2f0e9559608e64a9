"""The Shogun's Chosen: the answers to a question: listed, refused, put into words."""
