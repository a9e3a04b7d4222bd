extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) {
  for (int round = 0; round < 64; round++) { h ^= h << 13; h ^= h >> 17; h ^= h << 5; h = h * 1664525u + 1013904223u; }
  return h;
}
static unsigned long u, v;
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  { char a[100]; a[0] = 1; u = (unsigned long)a; }
  { char b[100]; b[0] = 2; v = (unsigned long)b; }
  if (scrambled(k) == 1525146039u && (u == v)) reach_error();
  return 0;
}
