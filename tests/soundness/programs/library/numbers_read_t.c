extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdio.h>
int main(void) { int x = 0, y = 0, r = sscanf("12 13 14", "%d %*d %d", &x, &y); if (r > 2 || r < -1) reach_error(); return 0; }
