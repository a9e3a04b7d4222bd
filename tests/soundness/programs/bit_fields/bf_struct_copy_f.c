extern void reach_error(void);
struct F { int a : 9; int b : 9; int c : 14; };
int main(void) { struct F f = {-3, 100, 5}, g = f, *p = &g; p->b = -1; if (g.a == -3 && g.b == -1 && g.c == 5 && f.b == 100) reach_error(); return 0; }
