extern void reach_error(void); extern int f(int) __attribute__((const));
int main(void) { int a = f(3), b = f(3); if (a != b) reach_error(); return 0; }
