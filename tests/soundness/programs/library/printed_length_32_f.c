extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdio.h>
int main(void) { int r = printf("a%%b%5x\n", 42); if (r > 8) reach_error(); return 0; }
