int main(void) {
  unsigned char c = 0;
  int x = 0;
  switch (c) { case 256: x = 1; break; default: x = 2; }
  holds(x == 2);
  return 0;
}
