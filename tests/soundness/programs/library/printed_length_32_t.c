extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdio.h>
int main(void) { int x = __VERIFIER_nondet_int(), r = printf("a%%b%5x\n", 42), s = printf("%d", x), c = putchar(x); if (r > 9 || r < -1 || s < -1 || c > 255 || (r > -1 && r != 9)) reach_error(); return 0; }
