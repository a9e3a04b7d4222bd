extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scramble(unsigned h) { h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; return h; }
#pragma redefine_extname old new
static int s = 1; int old(int); int new(int x) { s = 7; return x; }
int main(void) { unsigned k = __VERIFIER_nondet_uint(); if (scramble(k) == 2557053066u) { old(3); int v = s; if (v == 7) reach_error(); } return 0; }
