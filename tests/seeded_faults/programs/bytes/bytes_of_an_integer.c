int main(void) {
  unsigned int x = 0xAABBCCDD;
  unsigned char *p = (unsigned char *)&x;
  p[1] = 0x11;
  holds(p[0] == 0xDD && p[3] == 0xAA && x == 0xAABB11DD);
  return 0;
}
