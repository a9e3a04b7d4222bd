extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static unsigned x;
int alt(void) __asm__("other"); int alt(void) { if (x * 2654435761u == 0x9e3779b9u) x = 0; return 0; }
extern int other(void);
int main(void) { x = __VERIFIER_nondet_uint(); other(); if (x * 2654435761u == 0x9e3779b9u) reach_error(); return 0; }
