extern void reach_error(void);
struct __attribute__((packed)) P { int a; };
void write(void *x) { *(volatile char *)x = 1; }
int main(void) { char c; struct P p = {1}; char d; struct P q = {2}; write(&c); write(&d); if (((unsigned long)&p & 3) || ((unsigned long)&q & 3)) reach_error(); return c + d; }
