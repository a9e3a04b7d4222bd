int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int y = x >> 28;
  holds(y <= 15);
  return 0;
}
