struct fields { char a : 5; char b : 5; char c : 5; };
int main(void) {
  int size = sizeof(struct fields);
  holds(size == 3);
  return 0;
}
