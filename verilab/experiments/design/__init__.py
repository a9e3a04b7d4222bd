"""Experiments as files (``design``, ``document``), and what they are made of: tasks, a product of settings, engines; how long they take."""
