extern void reach_error(void);
struct S { short a; long double d; void *p; };
int main(void) { if (!(sizeof(long double) == 12 && sizeof(struct S) == 20 && sizeof(__SIZE_TYPE__) == 4 && sizeof('a' + 1L) == 4)) reach_error(); return 0; }
