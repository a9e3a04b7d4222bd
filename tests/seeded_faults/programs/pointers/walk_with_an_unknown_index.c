int main(void) {
  int a[5] = {0, 1, 2, 3, 4};
  int i = __VERIFIER_nondet_int();
  if (i < 1 || i > 3) return 0;
  int *p = a + i;
  *(p + 1) = 50;
  holds(a[i + 1] == 50 && *p == i && p[-1] == i - 1);
  return 0;
}
