struct record { char a; long b; char c; };
int main(void) {
  int size = sizeof(struct record);
  holds(size == 24);
  return 0;
}
