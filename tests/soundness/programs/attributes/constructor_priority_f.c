extern void reach_error(void);
int g; __attribute__((constructor(300))) void b(void) { g = g * 10 + 2; } __attribute__((constructor(200))) void a(void) { g = g * 10 + 1; }
int main(void) { if (g == 12) reach_error(); return 0; }
