#define JOINED(a, b) a##b
int main(void) {
  int xy = 4, yx = 5;
  int z = JOINED(x, y);
  holds(z == 4);
  return 0;
}
