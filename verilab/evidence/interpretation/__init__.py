"""The concrete interpreter: expressions and floats on values, activations, inputs, and the replay of a counterexample."""
