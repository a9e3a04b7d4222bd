struct s { char c; int i; short h; long l; };
int main(void) {
  struct s v;
  v.c = 1; v.i = 2; v.h = 3; v.l = 4;
  char *p = (char *)&v;
  holds(*(int *)(p + 4) == 2 && *(long *)(p + 16) == 4 && sizeof(struct s) == 24 && *(short *)(p + 8) == 3);
  return 0;
}
