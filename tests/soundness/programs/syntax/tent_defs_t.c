extern void reach_error(void);
static int a; static int a; static int a = 7; extern int b; int b; static int arr[3]; static int arr[]; struct S; extern struct S s_; struct S { int k; }; struct S s_ = { 4 }; int b; static int f(); static int f(int); static int f(int x) { extern int b; { int b = 3; { extern int b; b += x; } b++; } return b; }
static long go(void) { return a + f(5) * 10 + sizeof arr * 100 + s_.k; }
int main(void) { if (!(go() == 1261)) reach_error(); return 0; }
