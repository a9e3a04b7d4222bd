int main(void) {
  unsigned x = 1;
  unsigned y = -x;
  holds(y > 5);
  return 0;
}
