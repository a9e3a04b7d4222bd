extern void reach_error(void);
int main(void) { int k = 0; goto in; { int v = 5; k = v; in: v = 2; k += v; } if (k == 2) reach_error(); return 0; }
