int main(void) {
  int seen = 0;
  for (int n = 0; n < 8; n++) {
    int m = n & 6;
    if (m > 3 && n == 7) seen = m;
  }
  if (seen) { holds(seen == 6); }
  return 0;
}
