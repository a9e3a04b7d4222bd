int main(void) {
  int x = 1;
#if -1 > 0u
  x = 2;
#endif
  holds(x == 2);
  return 0;
}
