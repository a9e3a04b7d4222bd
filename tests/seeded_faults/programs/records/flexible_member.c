struct record { int n; int tail[]; };
int main(void) {
  int size = sizeof(struct record);
  holds(size == 4);
  return 0;
}
