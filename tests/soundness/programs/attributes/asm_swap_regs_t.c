extern void reach_error(void);
int main(void) { int a = 1, b = 2; asm("xchgl %0, %1" : "+r"(a), "+r"(b)); if (!(a == 2 && b == 1)) reach_error(); return 0; }
