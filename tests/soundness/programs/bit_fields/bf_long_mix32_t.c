extern void reach_error(void);
struct B { char c; long long x : 33; int y : 5; }; 
int main(void) { struct B b = {1, 0x1ffffffffLL, -1}; if (!(b.x == -1 && sizeof b == 8 && b.y == -1 && b.c == 1)) reach_error(); return 0; }
