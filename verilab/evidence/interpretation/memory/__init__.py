"""Execution of a program whose memory operations stand as they were lowered: objects of bytes, and addresses that know their object.

Nothing here asks what a pointer may point to, and no object has an address that is a number: what depends on where objects lie is unknown.
"""
