int main(void) {
  int x = 1;
  int y = (char)x + 300;
  holds(y == 301);
  return 0;
}
