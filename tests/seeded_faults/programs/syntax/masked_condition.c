int main(void) {
  int x = 1;
#if 2 & 2 == 2
  x = 2;
#endif
  holds(x == 1);
  return 0;
}
