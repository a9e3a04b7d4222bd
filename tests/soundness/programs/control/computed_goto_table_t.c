extern void reach_error(void);
int main(void) { static void *t[] = {&&a, &&b, &&c}; int s = 0, i = 0; goto *t[i]; a: s += 1; i = 2; goto *t[i]; b: s += 10; c: s += 100; if (!(s == 101)) reach_error(); return 0; }
