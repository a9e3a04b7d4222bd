extern void reach_error(void); __attribute__((returns_nonnull)) extern int *f(void);
int main(void) { int *p = f(); if (!p) reach_error(); return 0; }
