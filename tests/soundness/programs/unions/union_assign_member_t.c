extern void reach_error(void);
union U { struct { int a, b; } s; int v[2]; } u1, u2;
int main(void) { u1.v[1] = 6; u2 = u1; u2.s.b++; if (!(u2.v[1] == 7 && u1.s.b == 6)) reach_error(); return 0; }
