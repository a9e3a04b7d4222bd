extern void reach_error(void);
struct S { unsigned long long a : 35; long long b : 40; };
static long go(void) { struct S s; s.a = 0x7ffffffffLL; s.b = -3; unsigned long long x = s.a << 3; unsigned long long y = s.a + 1; long long z = s.b * 2; s.a++; return (x == 0x3ffffffff8ULL) + 2 * (y == 0x800000000ULL) + 4 * (z == -6) + 8 * (s.a == 0) + 16 * (x == 0x7fffffff8ULL) + 32*(y == 0); }
int main(void) { if (!(go() == 60)) reach_error(); return 0; }
