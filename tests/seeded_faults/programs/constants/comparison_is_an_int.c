int main(void) {
  unsigned long size = sizeof(1L < 2L);
  holds(size == 4);
  return 0;
}
