int main(void) {
  unsigned char c = 250;
  int n = 0, s = -9;
  while (n < 10) {
    c = c + 1;
    s = s + 2;
    n++;
  }
  holds(c == 4 && (c & 6) == 4 && s == 11 && s / 2 == 5 && -s / 2 == -5 && (unsigned char)~c == 251);
  return 0;
}
