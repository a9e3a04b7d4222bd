int main(void) {
  signed char c = __VERIFIER_nondet_char();
  int i = c;
  unsigned int u = c;
  if (c < 0) {
    holds(i < 0 && i >= -128 && u >= 4294967168u);
  }
  return 0;
}
