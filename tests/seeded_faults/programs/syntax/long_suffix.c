int main(void) {
  unsigned long size = sizeof(1L);
  holds(size == 8);
  return 0;
}
