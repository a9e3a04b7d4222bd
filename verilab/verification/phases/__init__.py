"""The phases of a run: which analyses it has, whose turn it is, and each in a process of its own.

A configuration comes in and becomes a ``plan`` of phases (``phase``; those of ``auto`` are the ``portfolio``): read these first.
Verdicts with their evidence come out.  ``analysis`` is one phase from the first exploration to the certified verdict, ``engines`` what it
is made of.  Where several share a run, ``interleaving`` lets each go on in its turn (``turns``): ``process`` is a phase as the run sees
it, ``child`` what runs there, ``messages`` what they say to each other.
"""
