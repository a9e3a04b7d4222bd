extern void reach_error(void);
int main(void) { register int a asm("ebx") = 5; a += 2; if (a == 7) reach_error(); return 0; }
