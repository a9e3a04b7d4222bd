int main(void) {
  int seen = 0, n = 0;
  while (n < 6) {
    if (n <= 4 && n >= 4) seen = 1;
    n++;
  }
  if (seen) { holds(n == 6); }
  return 0;
}
