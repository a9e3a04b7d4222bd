int main(void) {
  long x = -1;
  unsigned y = 1;
  int less = x < y;
  holds(less);
  return 0;
}
