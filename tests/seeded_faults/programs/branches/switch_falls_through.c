int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  case 1:
    y += 1;
  case 2:
    y += 2;
    break;
  default:
    y = 9;
  }
  if (x == 1) { holds(y == 3); }
  return 0;
}
