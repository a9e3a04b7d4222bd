struct __attribute__((packed)) s { char c; int i; short h; };
int main(void) {
  struct s v;
  v.c = 1; v.i = 0x11223344; v.h = 3;
  unsigned char *p = (unsigned char *)&v;
  holds(sizeof(v) == 7 && p[1] == 0x44 && p[5] == 3);
  return 0;
}
