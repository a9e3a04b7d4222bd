int main(void) {
  unsigned char a = 200, b = 100;
  unsigned short s = 65535, t = 1;
  holds(a + b == 300 && s + t == 65536 && a - b - b - b < 0);
  return 0;
}
