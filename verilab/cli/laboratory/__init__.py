"""``verilab experiment``: experiments as files, as they run (``running``), and what they show (``showing``); ``verilab reproduce``."""
