extern void reach_error(void);
int main(void) { union { unsigned char b[4]; int i; } u = {{0, 0, 0, 0}}; *(short *)(u.b + 1) = 0x0506; if (!(u.i == 0x00050600)) reach_error(); return 0; }
