int main(void) {
  int x = 2147483647, y;
  int told = __builtin_add_overflow(x, 1, &y);
  holds(told == 1);
  return 0;
}
