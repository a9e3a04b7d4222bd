extern void reach_error(void);
union U { unsigned short h[4]; unsigned long l; };
int main(void) { union U u = {.l = 0}; for (int i = 0; i < 4; i++) u.h[i] = i + 1; u.l >>= 16; if (!(u.h[0] == 2 && u.h[3] == 0 && u.l == 0x000400030002ul)) reach_error(); return 0; }
