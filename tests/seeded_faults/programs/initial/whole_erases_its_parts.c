static int m[2][2] = {[0][1] = 4, [0] = {9}};
int main(void) {
  holds(m[0][1] == 0);
  return 0;
}
