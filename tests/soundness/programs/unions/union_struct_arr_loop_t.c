extern void reach_error(void);
union V { struct { char k; char p[3]; int w; } f; unsigned char raw[8]; };
int main(void) { union V v; int i; for (i = 7; i >= 0; --i) v.raw[i] = 10 * i; if (!(v.f.p[2] == 30 && v.f.w == (int)0x463c3228)) reach_error(); return 0; }
