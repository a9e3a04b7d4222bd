int main(void) {
  int a = -1;
  unsigned int b = 1;
  long l = -1;
  unsigned char c = 1;
  holds(a > b && l < b && a < c);
  return 0;
}
