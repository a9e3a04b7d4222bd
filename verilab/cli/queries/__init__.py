"""``verilab queries``: queries, where they come from (``collecting``), what engines make of them (``asking``), and why (``studying``)."""
