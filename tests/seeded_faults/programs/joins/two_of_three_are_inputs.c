int main(void) {
  int a[2], x = __VERIFIER_nondet_int();
  a[0] = 1; a[1] = 2;
  if (x > 0) { a[0] = __VERIFIER_nondet_int(); a[1] = __VERIFIER_nondet_int(); }
  if (x <= 0) { holds(a[0] == 1 && a[1] == 2); }
  if (x > 0 && a[1] == 7) { holds(a[1] == 7); }
  return 0;
}
