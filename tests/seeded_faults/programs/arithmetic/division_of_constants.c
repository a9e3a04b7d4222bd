int main(void) {
  int a = -7, b = 2;
  holds(a / b == -3 && a % b == -1 && 7 % -2 == 1);
  return 0;
}
