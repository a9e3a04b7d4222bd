extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) {
  h ^= h >> 16; h *= 0x7feb352du; h ^= h >> 15; h *= 0x846ca68bu; h ^= h >> 16;
  return h;
}
int main(void) {
  unsigned k = scrambled(__VERIFIER_nondet_uint());
  int s = 0;
  { __label__ out; if (!s) { s += 2; goto out; } s += 100; out: s++; }
  { __label__ out; if (s) { s += 20; goto out; } s += 1000; out: s++; }
  if (k == 2451227958u && s != 24) reach_error();
  return 0;
}
