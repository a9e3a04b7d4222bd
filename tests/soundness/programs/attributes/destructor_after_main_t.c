extern void reach_error(void);
int g; static __attribute__((destructor)) void d(void) { if (!(g == 4)) reach_error(); } int main(void) { g = 4; return 0; }
