int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int y = x >> 28;
  if (x >= 0xF0000000u) { holds(y == 15); }
  return 0;
}
