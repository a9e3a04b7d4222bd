extern void reach_error(void);
int main(void) { union { short s[8]; long l[2]; } u; for (int i = 0; i < 8; i++) u.s[i] = 1 << i; long *p = u.l; p[1] = p[0]; if (u.s[4] == 1 && u.s[7] == 8) reach_error(); return 0; }
