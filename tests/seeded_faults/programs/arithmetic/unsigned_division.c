int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int q = x / 16, r = x % 16;
  holds(q <= 268435455u && r < 16);
  return 0;
}
