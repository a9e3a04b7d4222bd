"""What the phases of a run use: analyses, interpolators and searches, as its configuration asks for them."""
