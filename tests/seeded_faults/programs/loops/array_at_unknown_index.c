int main(void) {
  int a[4] = {0, 0, 0, 0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  a[i] = 7;
  int sum = 0;
  for (int k = 0; k < 4; k++) sum += a[k];
  holds(sum == 7);
  return 0;
}
