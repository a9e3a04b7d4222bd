extern void reach_error(void); extern int *f(void);
int main(void) { int *p = f(); if (!p) reach_error(); return 0; }
