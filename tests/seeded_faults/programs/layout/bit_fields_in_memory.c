union w { struct { unsigned int a : 3; unsigned int b : 5; unsigned int c : 8; } f; unsigned int i; };
int main(void) {
  union w v;
  v.i = 0;
  v.f.b = 17;
  v.f.c = 2;
  holds(v.i == (17 << 3) + (2 << 8));
  return 0;
}
