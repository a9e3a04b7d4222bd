int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  case 1: y = 1; break;
  default: y = 7;
  case 5: y += 10; break;
  case 6: y = 2; break;
  }
  if (x == 100) { holds(y == 17); }
  if (x == 6) { holds(y == 2); }
  return 0;
}
