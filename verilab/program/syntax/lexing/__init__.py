"""From text to tokens that a parser of standard C understands."""
