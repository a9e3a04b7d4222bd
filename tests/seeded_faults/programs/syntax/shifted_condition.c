int main(void) {
  int x = 1;
#if -1 >> 1 == -1
  x = 2;
#endif
  holds(x == 2);
  return 0;
}
