extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) {
  h ^= h >> 16; h *= 0x7feb352du; h ^= h >> 15; h *= 0x846ca68bu; h ^= h >> 16;
  return h;
}
typedef short vector __attribute__((vector_size(8)));
struct held { char c; vector v; };
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  if (scrambled(k) == 2451227958u && sizeof(struct held) != 12) reach_error();
  return 0;
}
