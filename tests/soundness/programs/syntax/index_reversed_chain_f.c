extern void reach_error(void);
int main(void) { int m[2][2] = {{1, 2}, {3, 4}}; if (1[m][0] == 3 && 1[0[m]] == 2 && 1["hi"] == 'i') reach_error(); return 0; }
