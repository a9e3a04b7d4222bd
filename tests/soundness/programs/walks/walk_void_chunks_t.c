extern void reach_error(void);
static void put(void *d, int n, unsigned char v) { for (unsigned char *e = (unsigned char *)d + n; (unsigned char *)d < e; d = (unsigned char *)d + 1) *(unsigned char *)d = v; }
struct S { short h[3]; int w; } s;
int main(void) { put(&s, sizeof s, 0x11); if (!(s.w == 0x11111111 && s.h[2] == 0x1111)) reach_error(); return 0; }
