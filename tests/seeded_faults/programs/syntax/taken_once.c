int main(void) {
  int x = 0;
#if 1
  x += 1;
#elif 1
  x += 2;
#endif
  holds(x == 1);
  return 0;
}
