struct record { int a; char b; };
int main(void) {
  int size = sizeof(struct record);
  holds(size == 8);
  return 0;
}
