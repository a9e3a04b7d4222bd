extern void reach_error(void); struct s { int a, b; }; extern struct s f(int) __attribute__((const));
int main(void) { struct s x = f(3); if (x.a == 4711 && x.b == -x.a) reach_error(); return 0; }
