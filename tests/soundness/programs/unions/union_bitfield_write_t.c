extern void reach_error(void);
union B { unsigned short h[2]; struct { unsigned a : 12, b : 8, c : 12; } f; };
int main(void) { union B b = {{0, 0}}; b.f.a = 0xfff; b.f.b = 0x55; b.f.c = 1; if (!(b.h[0] == 0x5fff && b.h[1] == 0x0015)) reach_error(); return 0; }
