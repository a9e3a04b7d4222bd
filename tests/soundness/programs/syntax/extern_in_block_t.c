extern void reach_error(void);
int v = 3; int f(void) { int v = 9; { extern int v; return v; } }
int main(void) { if (!(f() == 3)) reach_error(); return 0; }
