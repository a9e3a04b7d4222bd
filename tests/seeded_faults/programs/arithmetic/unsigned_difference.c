int main(void) {
  unsigned int u = __VERIFIER_nondet_uint();
  if (u > 5) return 0;
  holds(u - 6 > 1000u);
  return 0;
}
