extern void reach_error(void); extern int *f(void) __attribute__((assume_aligned(16)));
int main(void) { int *p = f(); if ((unsigned long)p & 15) reach_error(); return 0; }
