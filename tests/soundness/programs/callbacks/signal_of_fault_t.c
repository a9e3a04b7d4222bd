#include <signal.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void h(int s) { reach_error(); }
int main(void) { signal(SIGFPE, SIG_IGN); int x = __VERIFIER_nondet_int(); if (x <= 0) return 0; return 5 / x; }
