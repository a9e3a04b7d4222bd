int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if (x < 0x10000000u || x > 0x10000003u) return 0;
  holds(x << 4 < 64);
  return 0;
}
