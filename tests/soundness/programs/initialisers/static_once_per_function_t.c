extern void reach_error(void);
int nx(void) { static int c = 5; static int *p = &c; return (*p)++; }
int main(void) { nx(); nx(); if (!(nx() == 7)) reach_error(); return 0; }
