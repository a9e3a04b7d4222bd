struct record { int a; struct { int b; int c; }; };
int main(void) {
  struct record r;
  r.a = 1;
  r.b = 2;
  r.c = 3;
  holds(((int *)&r)[2] == 3);
  return 0;
}
