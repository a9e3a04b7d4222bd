"""Random C programs full of pointers, without undefined behaviour, for comparing the memory model with a compiler."""
