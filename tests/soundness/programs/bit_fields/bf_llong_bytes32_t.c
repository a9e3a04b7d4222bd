extern void reach_error(void);
struct L { unsigned long long a : 36; unsigned long long b : 28; };
int main(void) { union { struct L l; unsigned w[2]; } u; u.w[0] = 0; u.w[1] = 0; u.l.a = 0xf00000001ULL; u.l.b = 3; if (!(u.w[1] == 0x3f && u.w[0] == 1)) reach_error(); return 0; }
