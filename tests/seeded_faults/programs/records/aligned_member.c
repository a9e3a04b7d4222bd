struct record { char a; char b __attribute__((aligned(8))); };
int main(void) {
  int size = sizeof(struct record);
  holds(size == 16);
  return 0;
}
