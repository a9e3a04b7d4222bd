struct record { char a; int b; } __attribute__((packed));
int main(void) {
  int size = sizeof(struct record);
  holds(size == 5);
  return 0;
}
