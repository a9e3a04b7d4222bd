int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if (x < 0x80000000u || x > 0x80000004u) return 0;
  holds(x * 2 <= 8);
  return 0;
}
