int main(void) {
  int x = 8;
  int y = __builtin_ffs(x);
  holds(y == 4);
  return 0;
}
