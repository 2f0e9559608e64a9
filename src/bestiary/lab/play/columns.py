"""The columns of what the compiled games note down, and the streams of their seeds."""

from __future__ import annotations

THOUGHTS = 1 << 40  # as in the arena: the stream of seeds for agents
SAMPLE, WITH_CARDS, WHOLE = (1 << 41) + 0, (1 << 41) + 1, (1 << 41) + 2  # the streams that pick samples
FRESH = 1 << 42  # the stream of tries that judge what was chosen
LOT = 1 << 43  # the stream of lots that answer in place of an agent

# columns of a slot where cards are held: byte, width, card (or EMPTY: the value names it), seat, owner
AT, WIDTH, CARD, SEAT, OWNER = range(5)
# columns of a member of a team: byte and width of its health, of its full health
HEALTH, HEALTH_WIDTH, FULL, FULL_WIDTH = range(4)
# what is noted of a card and a seat
DRAWN, HELD, OFFERED, PLAYED, DISCARDED, LAST = range(6)
# what is noted of a game
DECISIONS, MOVES, CHOICES, FINISHED, BY, WINNERS, WATCHED = range(7)
# rows that are filled, of each kind
CARD_ROWS, DECISION_ROWS, ROUND_ROWS = range(3)
# uses of a card, as ``core.actions.USES`` orders them
PLAYS, THROWS = 0, 1
