struct in { int a, b; };
struct out { struct in x; int y[2]; };
int main(void) {
  struct out s = {{1, 2}, {3, 4}}, t;
  t = s;
  s.x.b = 9;
  s.y[1] = 8;
  holds(t.x.a == 1 && t.x.b == 2 && t.y[0] == 3 && t.y[1] == 4);
  return 0;
}
