int main(void) {
  int x = 0, seen = 0;
  for (int i = 0; i < 40; i++) {
    if (i == 31) seen = i;
    x = x + 2;
  }
  holds(seen == 31 && x == 80);
  return 0;
}
