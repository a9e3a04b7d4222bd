int main(void) {
  unsigned x = 0x01020304;
  unsigned y = __builtin_bswap32(x);
  holds(y == 0x04030201);
  return 0;
}
