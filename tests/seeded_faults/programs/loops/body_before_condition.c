int main(void) {
  int n = 0;
  do { n++; } while (n < 0);
  while (n < 4) { n++; if (n == 3) break; }
  holds(n == 3);
  return 0;
}
