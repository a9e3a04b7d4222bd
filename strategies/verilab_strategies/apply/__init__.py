"""How the model takes the refinement: a restart, or only what follows from the pivot."""
