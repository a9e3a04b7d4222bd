"""The composite of value and predicate analysis (SPIN'15 §4): one exploration, two precisions, refined one at a time."""
