int g = 3, h;
static void set(int v) { g = v; }
int main(void) {
  int before = g;
  { int g = 50; g++; }
  set(8);
  holds(before == 3 && g == 8 && h == 0);
  return 0;
}
