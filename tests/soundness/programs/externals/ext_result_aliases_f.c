extern void reach_error(void);
extern int *pick(int *a, int *b);
int main(void) { int x = 0, y = 0; *pick(&x, &y) = 1; if (y == 1) reach_error(); return 0; }
