int main(void) {
  holds(0xFFFFFFFF > 0 && 010 == 8 && 2147483648 > 0 && -1 < 0x7FFFFFFF && '\377' == -1 && sizeof(1L) == 8);
  return 0;
}
