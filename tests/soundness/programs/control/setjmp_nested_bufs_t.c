extern void reach_error(void);
#include <setjmp.h>
static jmp_buf a, b; static volatile int t; static void inner(void) { if (setjmp(b) == 0) { t = t * 10 + 1; longjmp(b, 3); } t = t * 10 + 2; longjmp(a, 4); }
static long go(void) { int r = setjmp(a); if (!r) { inner(); t = 9; } return t * 10 + r; }
int main(void) { if (!(go() == 124)) reach_error(); return 0; }
