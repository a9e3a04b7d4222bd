int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  case 3 ... 6: y = 1; break;
  }
  if (x == 6 || x == 3) { holds(y == 1); }
  return 0;
}
