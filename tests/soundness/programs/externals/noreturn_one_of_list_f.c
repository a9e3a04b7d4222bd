extern void reach_error(void);
void die(void) __attribute__((noreturn)), log2_(void);
int main(void) { log2_(); reach_error(); return 0; }
