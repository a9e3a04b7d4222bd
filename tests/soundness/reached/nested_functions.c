/* Functions inside functions that are named before they are defined, or by themselves. */
long f(void);
//// before_its_definition
long f(void) { int t = 0; auto void bump(void); bump(); void bump(void) { t++; } return t; }
void go(void) { if (f() == 1) reach_error(); }
//// beside_one_of_the_file
static void bump(void) {}
long f(void) { int t = 0; auto void bump(void); bump(); void bump(void) { t++; } bump(); return t; }
void go(void) { bump(); if (f() == 2) reach_error(); }
//// that_calls_itself_by_pointer
long f(void) { int t = 0; int add(int k) { t += k; return k > 0 ? add(k - 1) : t; } int (*p)(int) = add; return p(2); }
void go(void) { if (f() == 3) reach_error(); }
