extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) {
  h ^= h >> 16; h *= 0x7feb352du; h ^= h >> 15; h *= 0x846ca68bu; h ^= h >> 16;
  return h;
}
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  int a[5];
  if (scrambled(k) == 2451227958u && sizeof(_Generic(0, int: a)) != 20) reach_error();
  return 0;
}
