extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scramble(unsigned h) { h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; h = h * 1103515245u + 12345u; h ^= h >> 7; return h; }
int counted = 4;
int main(void) { unsigned k = __VERIFIER_nondet_uint(); if (scramble(k) == 2557053066u) { extern int other __asm__("counted"); other = 9; int v = counted; if (!(v == 9)) reach_error(); } return 0; }
