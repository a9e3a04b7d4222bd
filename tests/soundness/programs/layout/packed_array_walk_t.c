extern void reach_error(void);
struct __attribute__((__packed__)) E { unsigned char t; unsigned v; } e[2];
int main(void) { unsigned char *b = (unsigned char *)e; for (int i = 0; i < 10; i++) b[i] = i; if (!(e[1].t == 5 && e[1].v == 0x09080706 && e[0].v == 0x04030201)) reach_error(); return 0; }
