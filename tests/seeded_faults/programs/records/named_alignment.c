typedef int wide __attribute__((aligned(8)));
struct record { char a; wide b; };
int main(void) {
  int size = sizeof(struct record);
  holds(size == 16);
  return 0;
}
