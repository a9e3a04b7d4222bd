int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int m = x & 0xF0;
  holds(m <= 0xF0 && m % 16 == 0);
  return 0;
}
