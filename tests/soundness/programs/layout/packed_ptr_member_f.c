extern void reach_error(void);
struct __attribute__((packed)) Q { char t; int *p; };
int main(void) { int x = 0; struct Q q = {1, &x}; *q.p = 5; struct Q r = q; *r.p += 1; if (x == 6 && sizeof q == 9) reach_error(); return 0; }
