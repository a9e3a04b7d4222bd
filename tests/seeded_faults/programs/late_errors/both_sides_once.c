int main(void) {
  int y = 0, first = 0, second = 0;
  for (int n = 0; n < 3; n++) {
    if (y == 1) first = 1;
    if (y == 2) second = 1;
    if (__VERIFIER_nondet_int()) y = 1; else y = 2;
  }
  if (first && second) { holds(first == second); }
  return 0;
}
