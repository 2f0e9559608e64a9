"""What is kept: schema, storage, queries, and other processes on the same database."""
