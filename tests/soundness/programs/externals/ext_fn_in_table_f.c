extern void reach_error(void);
extern void change(int *); static void keep(int *p) {}
static void (*const tab[2])(int *) = {keep, change};
int main(void) { int x = 0; for (int i = 0; i < 2; i++) tab[i](&x); if (x == 2) reach_error(); return 0; }
