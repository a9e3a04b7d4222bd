extern void reach_error(void);
extern void *malloc(unsigned);
int main(void) { int *p = malloc(4); if (p && (unsigned)p < 2) reach_error(); return 0; }
