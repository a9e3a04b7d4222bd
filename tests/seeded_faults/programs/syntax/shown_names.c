#define NAME a + b + c
#define SHOWN(x) #x
int main(void) {
  int size = sizeof SHOWN(NAME);
  holds(size == 5);
  return 0;
}
