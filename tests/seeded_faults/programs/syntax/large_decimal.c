int main(void) {
  long x = -2147483648;
  holds(x < 0 && sizeof(2147483648) == 8);
  return 0;
}
