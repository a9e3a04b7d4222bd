extern void reach_error(void);
int g = 1; static void __attribute__((constructor)) c1(void) { g *= 3; }
int main(void) { if (!(g == 3)) reach_error(); return 0; }
