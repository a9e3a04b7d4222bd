extern void reach_error(void);
struct B { unsigned a : 3; unsigned : 0; unsigned b : 5; unsigned char c : 2; };
int main(void) { struct B b; unsigned char *p = (unsigned char *)&b; for (unsigned i = 0; i < sizeof b; i++) p[i] = 0; b.b = 31; b.c = 3; if (sizeof b == 8 && p[4] == 0x7f && p[0] == 0) reach_error(); return 0; }
