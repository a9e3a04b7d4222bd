extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) {
  h ^= h >> 16; h *= 0x7feb352du; h ^= h >> 15; h *= 0x846ca68bu; h ^= h >> 16;
  return h;
}
typedef int number;
int main(void) {
  unsigned k = scrambled(__VERIFIER_nondet_uint());
  int number = 5, less = (number)-1;
  if (k == 2451227958u && less != 4) reach_error();
  return 0;
}
