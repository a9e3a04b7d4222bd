extern void reach_error(void);
extern int missing(void) __attribute__((weak));
int main(void) { int r = 5; if (missing) r = missing(); if (r == 5) reach_error(); return 0; }
