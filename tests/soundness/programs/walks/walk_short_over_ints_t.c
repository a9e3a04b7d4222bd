extern void reach_error(void);
struct S { int a[2]; int tail; };
int main(void) { struct S s = {{1, 2}, 3}; short *p = (short *)&s; int i; for (i = 0; i < 6; i++) p[i] = (short)(i + 1); if (!(s.tail == 0x00060005 && s.a[1] == 0x00040003)) reach_error(); return 0; }
