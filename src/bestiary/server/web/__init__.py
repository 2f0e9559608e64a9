"""The web: application, routes, sockets and the messages that travel."""
