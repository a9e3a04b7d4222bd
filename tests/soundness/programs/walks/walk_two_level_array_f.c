extern void reach_error(void);
struct R { int c[3]; }; struct T { struct R r[2]; int end; };
int main(void) { struct T t = {{{{1, 2, 3}}, {{4, 5, 6}}}, 7}; int s = 0, *p = t.r[0].c; for (int i = 0; i < 7; i++) s += p[i]; if (s == 28) reach_error(); return 0; }
