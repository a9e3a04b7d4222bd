extern void reach_error(void);
#define X 1
#pragma push_macro("X")
#undef X
#define X 2
static int a = X;
#pragma pop_macro("X")
static int b = X;
#pragma push_macro("Y")
#define Y 5
static int c = Y;
#pragma pop_macro("Y")
#ifdef Y
static int d = 1;
#else
static int d = 2;
#endif
_Pragma("push_macro(\"X\")")
#define X 7
static int e = X;
_Pragma("pop_macro(\"X\")") static int f = X;
static long go(void) { return a + b * 10 + c * 100 + d * 1000 + e * 10000 + f * 100000; }
int main(void) { if (!(go() == 172512)) reach_error(); return 0; }
