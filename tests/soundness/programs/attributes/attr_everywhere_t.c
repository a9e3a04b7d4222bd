extern void reach_error(void);
__attribute__((noinline)) static int __attribute__((unused)) f(int x __attribute__((unused)), ...) { return 1; } typedef int __attribute__((aligned(8))) al; struct S { int a; } __attribute__((may_alias)) s;
int main(void) { al q = 3; if (!(f(1) == 1 && q == 3 && _Alignof(al) == 8)) reach_error(); return 0; }
