int main(void) {
  int x = 0, seen = 0;
  for (int n = 0; n < 4; n++) {
    x = x + 100;
    unsigned char c = (unsigned char)x;
    if (c == 44) seen = 1;
  }
  if (seen) { holds(x == 400); }
  return 0;
}
