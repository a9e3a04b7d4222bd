extern void reach_error(void);
typedef int (*op)(int, int); static int mx(int a, int b) { return a > b ? a : b; } static int mn(int a, int b) { return a < b ? a : b; }
int main(void) { op t[2] = {mx, mn}, *p = t; if (!((*p++)(3, 4) == 4 && (**p)(3, 4) == 3)) reach_error(); return 0; }
