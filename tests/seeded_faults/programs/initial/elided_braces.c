struct record { int a[2]; int b; };
static struct record r = {1, 2, 3};
int main(void) {
  holds(r.b == 3 && r.a[1] == 2);
  return 0;
}
