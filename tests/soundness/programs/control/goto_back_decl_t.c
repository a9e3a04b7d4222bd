extern void reach_error(void);
int main(void) { int c = 0; top:; { int loc = c; loc++; c = loc; } if (c < 3) goto top; if (!(c == 3)) reach_error(); return 0; }
