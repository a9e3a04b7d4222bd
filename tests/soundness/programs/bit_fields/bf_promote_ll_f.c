extern void reach_error(void);
struct S { unsigned long long a : 35; unsigned b : 31; unsigned c : 32; long long d : 20; };
static long go(void) { struct S s; s.a = 0; s.b = 0; s.c = 0; s.d = -1; long r = 0;
 if (s.b - 1 < 0) r += 1; if (s.c - 1 < 0) r += 2; if (s.d < s.c) r += 4; if (sizeof(s.a + 1) == 8) r += 8; if (s.a - 1 > 0) r += 16; if ((long long)(s.a - 1) == -1) r += 32; if (~s.b < 0) r += 64; if (-s.c > 0) r += 128; s.c = 1; if (-s.c > 0) r += 256; if (s.a - 1 == 0x7ffffffffULL) r += 512; return r; }
int main(void) { if (go() == 857) reach_error(); return 0; }
