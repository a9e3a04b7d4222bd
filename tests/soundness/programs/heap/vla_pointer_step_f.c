extern void reach_error(void);
int main(void) { int n = 3, a[6] = {1, 2, 3, 4, 5, 6}; int (*p)[n] = (int (*)[n])a; p++; if ((*p)[0] == 4 && sizeof *p == 12) reach_error(); return 0; }
