extern void reach_error(void);
int f(int, int __attribute__((mode(QI))), int);
int f(int a, int __attribute__((mode(QI))) b, int c) { return a + b + c; }
struct s { int a; int b __attribute__((mode(QI))); int c; };
static int go(void) { int x = 257, y __attribute__((mode(QI))) = 257; struct s s = {300, 300, 300}; return x + y + s.b + sizeof s; }
int main(void) { if (!(f(300, 257, 300) == 601 && go() == 257 + 1 + 44 + 12)) reach_error(); return 0; }
