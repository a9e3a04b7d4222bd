int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int d = __VERIFIER_nondet_uint();
  if (x < 4000000000u || d < 2 || d > 4) return 0;
  unsigned int q = x / d;
  if (d == 4) { holds(q >= 1000000000u && q < 1100000000u); }
  return 0;
}
