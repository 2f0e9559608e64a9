"""The online table: tables and seats, storage, sockets. Meets a game only through the contract."""
