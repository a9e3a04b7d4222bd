int main(void) {
  int x = __VERIFIER_nondet_int(), y = 5;
  if (x < 0) goto done;
  if (x == 3) { y = 6; goto done; }
  if (x == 9) goto done;
  y = 6;
done:
  if (x == 3) { holds(y == 6); }
  if (x == 9) { holds(y == 5); }
  return 0;
}
