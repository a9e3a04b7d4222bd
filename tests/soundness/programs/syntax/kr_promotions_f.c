extern void reach_error(void);
int f(c, s, d) char c; short s; float d; { return c + s + (int)d; }
int main(void) { if (f(257, 65537, 2.5) == 4) reach_error(); return 0; }
