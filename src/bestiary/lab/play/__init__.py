"""Studies: their games in compiled code, what is noted of them as tables, in memory, on disk, on clusters."""
