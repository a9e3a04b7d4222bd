int main(void) {
  int x = -1;
  int less = (x >> 1u) < 0;
  holds(less);
  return 0;
}
