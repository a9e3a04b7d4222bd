struct fields { char a : 2; char : 0; char b : 2; };
int main(void) {
  int size = sizeof(struct fields);
  holds(size == 2);
  return 0;
}
