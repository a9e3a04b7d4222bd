int main(void) {
  int s = -9, seen = 0;
  for (int n = 0; n < 5; n++) {
    s = s + 2;
    int q = s / 4, r = s % 4;
    if (s == -5 && q == -1 && r == -1) seen = 1;
  }
  if (seen) { holds(s == 1); }
  return 0;
}
