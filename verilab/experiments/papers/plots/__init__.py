"""The papers' figures: which points they have (``data``), and how these are drawn (``drawing``)."""
