"""The processes of runs: the server that they are forked from, its client, and what a forked run does.

A request, which is a task and a configuration, goes in; progress and one result come out, or how the process ended (``answers``).  Read
``processes`` first, the client that others call; ``fork_server`` has the modules loaded and forks, ``child`` is a run there.
``own_server`` is forked from this process, for runs that need objects of a script; ``messages`` is what is said.
"""
