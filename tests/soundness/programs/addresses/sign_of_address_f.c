extern void reach_error(void);
extern void *malloc(unsigned);
extern unsigned __VERIFIER_nondet_uint(void);
static int guard(void) { unsigned s = __VERIFIER_nondet_uint(); for (int i = 0; i < 64; i++) { s = s * 1103515245u + 12345u; s ^= s >> 7; } return s == 99u; }
int main(void) { int *p = malloc(4); if (!p) return 0; int n = (int)p; if (n < 0 && guard()) reach_error(); return 0; }
