extern void reach_error(void);
#include <stdio.h>
int main(void) { int c = getchar(); if (c < -1 || c > 255) reach_error(); return 0; }
