int main(void) {
  int x = 5;
  int y = __sync_fetch_and_add(&x, 2);
  holds(y == 5);
  return 0;
}
