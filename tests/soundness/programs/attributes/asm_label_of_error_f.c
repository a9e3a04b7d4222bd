extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scramble(unsigned h) { h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; return h; }
extern void other(void) __asm__("reach_error");
int main(void) { unsigned k = __VERIFIER_nondet_uint(); if (scramble(k) == 2557053066u) { other(); } return 0; }
