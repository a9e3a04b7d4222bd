extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdio.h>
int main(void) { int r = printf("a%%b%3d\n", 42); if (r > 6) reach_error(); return 0; }
