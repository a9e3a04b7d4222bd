extern void reach_error(void);
int main(void) { int v = 0x01020304; char *l = (char *)&v, *r = l + 3; while (l < r) { char t = *l; *l++ = *r; *r-- = t; } if (!(v == 0x04030201)) reach_error(); return 0; }
