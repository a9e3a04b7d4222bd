int main(void) {
  int a[2] = {1, 2}, i = 0;
  int c = __VERIFIER_nondet_int();
  if (c == 7) i = 1;
  *(a + i) = 9;
  if (c != 7) return 0;
  holds(a[1] == 9);
  return 0;
}
