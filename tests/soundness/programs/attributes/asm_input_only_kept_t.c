extern void reach_error(void);
int main(void) { int x = 4; asm volatile("# %0" : : "r"(x)); if (x != 4) reach_error(); return 0; }
