"""The encodings of machine integers into theories: mathematical integers and bit vectors; expressions translated in them."""
