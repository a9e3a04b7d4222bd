int x = 5;
int x;
int main(void) {
  holds(x == 5);
  return 0;
}
