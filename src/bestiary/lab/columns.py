"""The columns of what the compiled games note down, and the streams of their seeds."""

from __future__ import annotations

THOUGHTS = 1 << 40  # as in the arena: the stream of seeds for agents
SAMPLE = 1 << 41  # the stream that picks the decisions of the sample
MARGIN = 0.1  # by which a value must lean before it makes a leader

# columns of a slot where cards are held: byte, width, card (or EMPTY: the value names it), seat, owner
AT, WIDTH, CARD, SEAT, OWNER = range(5)
# what is noted of a card and a seat
DRAWN, HELD, OFFERED, PLAYED, LAST = range(5)
# what is noted of a game
DECISIONS, MOVES, CHOICES, FINISHED, TURNING, BY, WINNERS = range(7)
# settings of a study
LIMIT, EVERY, CARDS_EVERY, TEAM, BY_AT = range(5)
# manners of agents: random ones have no tries
TRIES = 0
