int main(void) {
  unsigned char c = 250;
  int seen = 0;
  for (int n = 0; n < 10; n++) {
    c = c + 1;
    if (c == 2) seen = 1;
  }
  if (seen) { holds(c == 4); }
  return 0;
}
