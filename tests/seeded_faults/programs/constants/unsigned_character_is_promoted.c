int main(void) {
  unsigned char c = 1;
  int less = c - 2 < 0;
  holds(less);
  return 0;
}
