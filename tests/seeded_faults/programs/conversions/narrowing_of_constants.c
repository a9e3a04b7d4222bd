int main(void) {
  unsigned char b = (unsigned char)(300 + 40);
  short s = (short)70000;
  holds(b == 84 && s == 4464);
  return 0;
}
