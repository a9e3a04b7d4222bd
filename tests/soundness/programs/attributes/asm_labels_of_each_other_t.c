extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scramble(unsigned h) { h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; return h; }
int f(void) __asm__("g"); int f(void) { return 3; } int g(void) __asm__("f"); int g(void) { return 4; } extern int h(void) __asm__("f");
int main(void) { unsigned k = __VERIFIER_nondet_uint(); if (scramble(k) == 2557053066u) { int v = h(); if (!(v == 4)) reach_error(); } return 0; }
