struct p { int x, y, z; };
int main(void) {
  int a[6] = {[2] = 5, 6, [0] = 1};
  struct p s = {.y = 3, 4};
  struct p t[2] = {[1].y = 8};
  holds(a[0] == 1 && a[1] == 0 && a[2] == 5 && a[3] == 6 && a[5] == 0 && s.x == 0 && s.y == 3 && s.z == 4 && t[1].y == 8 && t[0].z == 0);
  return 0;
}
