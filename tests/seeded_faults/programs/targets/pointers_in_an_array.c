int main(void) {
  int x = 1, y = 2, *a[2] = {&x, &x};
  int i = __VERIFIER_nondet_int() & 1;
  a[i] = &y;
  *a[i] = 8;
  holds(y == 8);
  return 0;
}
