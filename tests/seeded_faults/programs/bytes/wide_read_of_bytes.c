int main(void) {
  unsigned char b[4] = {1, 2, 3, 4};
  unsigned int v = *(unsigned int *)b;
  *(unsigned short *)(b + 2) = 0x0908;
  holds(v == 0x04030201 && b[2] == 8 && b[3] == 9 && b[1] == 2);
  return 0;
}
