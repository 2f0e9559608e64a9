"""``python -m bestiary``: the same as the command."""

from .cli import main

main()
