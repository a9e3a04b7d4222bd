extern void reach_error(void);
int main(void) { int a[4]; if ((unsigned long)&a[3] - (unsigned long)&a[0] == 12 && &a[1] < &a[2] && (char *)&a[1] == (char *)a + 4) reach_error(); return 0; }
