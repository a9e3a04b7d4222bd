"""Random initialisers of random types, whose objects gcc and the lowering have to fill alike."""
