int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, j = 0;
  while (i < n) { i++; j++; }
  holds(i == j);
  return 0;
}
