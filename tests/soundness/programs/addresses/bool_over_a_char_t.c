extern void reach_error(void);
int main(void) { char c[3] = {6, 6, 6}; _Bool *b = (_Bool *)c; b[1] = 1; b[2] = 0; if (!(c[0] == 6 && c[1] == 1 && c[2] == 0)) reach_error(); return 0; }
