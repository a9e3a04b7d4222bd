int main(void) {
  int x = 0;
#if 1
  x += 1;
#elif 0
#else
  x += 2;
#endif
  holds(x == 1);
  return 0;
}
