extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) { for (int round = 0; round < 64; round++) { h ^= h << 13; h ^= h >> 17; h ^= h << 5; h = h * 1664525u + 1013904223u; } return h; }
static unsigned c; static unsigned up(void) { return ++c; }
int main(void) {
  unsigned k = __VERIFIER_nondet_uint(); int r = -up() + 10 * up(); c = 0;
  unsigned s = up() + 10 * up() + 100 * up();
  if (scrambled(k) == 1099962655u && (r == 8 && s == 231)) reach_error();
  return 0;
}
