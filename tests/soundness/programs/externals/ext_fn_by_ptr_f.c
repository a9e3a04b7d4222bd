extern void reach_error(void);
extern void change(int *);
int main(void) { int x = 0; void (*f)(int *) = change; f(&x); if (x == 2) reach_error(); return 0; }
