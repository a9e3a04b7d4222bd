extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdio.h>
int main(void) { int x = 1, y = 2, r = sscanf("12 13", "%d %*d", &x); if (y == 2 && (r > 1 || y < 3)) reach_error(); return 0; }
