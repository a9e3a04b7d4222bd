int main(void) {
  int a[4] = {0, 0, 0, 0}, seen = 0;
  for (int n = 0; n < 3; n++) {
    if (a[2] == 9 && n == 2) seen = 1;
    if (n == 0) a[2] = 9;
    if (n == 1) a[0] = 5;
  }
  if (seen) { holds(a[0] == 5); }
  return 0;
}
