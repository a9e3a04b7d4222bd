int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if ((unsigned char)x == 5) y = 1;
  if (x != 7) y = y + 2;
  if (x <= 3) y = y + 4;
  if (x == 261) { holds(y == 3); }
  if (x == 2) { holds(y == 6); }
  return 0;
}
