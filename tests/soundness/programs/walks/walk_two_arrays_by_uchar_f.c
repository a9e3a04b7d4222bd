extern void reach_error(void);
struct R { unsigned char a[3], b[3]; unsigned short c; };
void fill(unsigned char *p, unsigned n, int v) { while (n--) *p++ = v++; }
int main(void) { struct R r; fill((unsigned char *)&r, sizeof r, 1); if (r.b[0] == 4 && r.c == 0x0807 && r.a[2] == 3) reach_error(); return 0; }
