struct p { int x; int v[2]; };
int main(void) {
  struct p a[2] = {1, 2, 3, 4, 5};
  holds(a[0].v[1] == 3 && a[1].x == 4 && a[1].v[0] == 5 && a[1].v[1] == 0);
  return 0;
}
