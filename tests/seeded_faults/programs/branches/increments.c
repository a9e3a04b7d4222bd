int main(void) {
  int x = 5;
  int a = x++;
  int b = ++x;
  int c = x--;
  x -= 2;
  x *= 3;
  holds(a == 5 && b == 7 && c == 7 && x == 12);
  return 0;
}
