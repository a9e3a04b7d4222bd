extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <string.h>
int main(void) { void *(*cp)(void *, const void *, size_t) = __VERIFIER_nondet_int() ? memcpy : memmove; int a = 1, b = 2; cp(&a, &b, 4); if (a == 2) reach_error(); return 0; }
