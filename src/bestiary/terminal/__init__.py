"""The table in a terminal: boards, choices, help, and the loop of a match."""
