"""``verilab backends``: listed, installed, checked."""
