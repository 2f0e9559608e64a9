"""The commands, one module each, with NAME and run; heavy imports wait until a command runs."""
