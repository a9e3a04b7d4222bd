#define SHOWN(x) #x
int main(void) {
  int size = sizeof SHOWN(a + b);
  holds(size == 6);
  return 0;
}
