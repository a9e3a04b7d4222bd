extern void reach_error(void);
struct In { char a; int b; } __attribute__((packed)); struct Out { char x; struct In in; int y; };
int main(void) { struct Out o = {1, {2, 3}, 4}; unsigned char *p = (unsigned char *)&o; if (!(sizeof o == 12 && p[2] == 3 && p[8] == 4)) reach_error(); return 0; }
