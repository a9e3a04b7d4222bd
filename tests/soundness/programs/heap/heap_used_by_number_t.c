extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
#include <string.h>
int main(void) { void *p = malloc(8); if (!p) return 0; unsigned long a = (unsigned long)p; a ^= 5; a ^= 5; *(int *)a = 3; if (*(int *)a != 3) reach_error(); return 0; }
