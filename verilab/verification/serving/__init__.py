"""The processes of runs: the server that they are forked from, its client, and what a forked run does."""
