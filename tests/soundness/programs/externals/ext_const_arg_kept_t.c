extern void reach_error(void);
extern int look(const int *p) __attribute__((pure));
int main(void) { int x = 3; look(&x); if (x != 3) reach_error(); return 0; }
