int main(void) {
  unsigned int x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  if (x < 3000000000u || y > 10) return 0;
  holds(x > y && !(x < y));
  return 0;
}
