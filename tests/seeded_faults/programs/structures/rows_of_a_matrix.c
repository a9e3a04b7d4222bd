int main(void) {
  int m[2][3];
  int k = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++) m[i][j] = k++;
  int *p = &m[0][0];
  holds(m[1][0] == 3 && m[1][2] == 5 && p[4] == 4);
  return 0;
}
