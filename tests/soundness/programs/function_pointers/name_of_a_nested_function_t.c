extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) {
  h ^= h >> 16; h *= 0x7feb352du; h ^= h >> 15; h *= 0x846ca68bu; h ^= h >> 16;
  return h;
}
int main(void) {
  unsigned k = scrambled(__VERIFIER_nondet_uint());
  int in(void) { return sizeof __func__; }
  if (k == 2451227958u && in() != 3) reach_error();
  return 0;
}
