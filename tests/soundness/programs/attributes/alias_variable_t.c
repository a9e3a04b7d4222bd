extern void reach_error(void);
int real = 4; extern int other __attribute__((alias("real")));
int main(void) { other = 6; if (!(real == 6)) reach_error(); return 0; }
