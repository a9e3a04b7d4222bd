extern void reach_error(void);
extern void *memset(void *, int, unsigned long);
struct s { unsigned a : 3, b : 7, c : 22; long long d : 40; };
int main(void) { struct s s; memset(&s, 6, sizeof s); if ((s.a == 6 && s.b == 0x40 && s.c == 0x18181 && s.d == 0x0606060606)) reach_error(); return 0; }
