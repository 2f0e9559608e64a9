"""Tables: their registry, what happens at one, who sits there."""
