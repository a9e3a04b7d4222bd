extern void reach_error(void);
union U { int i; char c[4]; };
int f(union U u) { u.c[1] = 1; return u.i; }
int main(void) { union U u = {5}; int r = f(u); if (!(r == 261 && u.i == 5)) reach_error(); return 0; }
