union u { unsigned int i; unsigned char b[4]; unsigned short h[2]; };
int main(void) {
  union u v;
  v.i = 0x01020304;
  v.b[3] = 9;
  holds(v.b[0] == 4 && v.b[1] == 3 && v.h[1] == 0x0902 && v.i == 0x09020304);
  return 0;
}
