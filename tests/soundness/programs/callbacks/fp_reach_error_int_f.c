extern void reach_error(void);
int main(void) { unsigned long u = (unsigned long)&reach_error; ((void (*)(void))u)(); return 0; }
