struct s { int a; int v[2]; };
static struct s change(struct s p, int k) { p.a = k; p.v[1] += 1; return p; }
int main(void) {
  struct s x = {1, {2, 3}};
  struct s y = change(x, 7);
  holds(x.a == 1 && x.v[1] == 3 && y.a == 7 && y.v[0] == 2 && y.v[1] == 4);
  return 0;
}
