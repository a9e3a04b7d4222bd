extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scramble(unsigned h) { h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; return h; }
static int s = 1; static int chosen(int x) { s = 7; return x; } static int (*resolve(void))(int) { return chosen; } int called(int) __attribute__((ifunc("resolve")));
int main(void) { unsigned k = __VERIFIER_nondet_uint(); if (scramble(k) == 2557053066u) { called(4); int v = s; if (v == 7) reach_error(); } return 0; }
