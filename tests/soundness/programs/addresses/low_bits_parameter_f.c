extern void reach_error(void);
struct S { long long a; int b; };
int low(int k, struct S s) { return (unsigned long)&s & 7; }
int main(void) { struct S s = {1, 2}; if (low(1, s)) reach_error(); return 0; }
