static int x = 1;
static int *address(void) { return &x; }
int main(void) {
  int *(*f)(void) = address;
  int *p = f();
  *p = 4;
  holds(x == 4);
  return 0;
}
