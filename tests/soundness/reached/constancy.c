/* What gcc counts as a constant: no operand with an effect or a comma, but what it folds; a plain read is none. */
//// effect_in_front_of_a_constant
static int calls; static int next(void) { return ++calls; }
void go(void) { if (!__builtin_constant_p((next(), 2)) && calls == 0) reach_error(); }
//// comma_of_constants
void go(void) { if (!__builtin_constant_p((1, 2))) reach_error(); }
//// product_with_zero
void go(void) { int x = 3; if (__builtin_constant_p(x * 0)) reach_error(); }
//// compared_with_itself
void go(void) { int x = 3; if (__builtin_constant_p(x == x)) reach_error(); }
//// operand_that_is_not_evaluated
static int next(void) { return 1; }
void go(void) { if (__builtin_constant_p(1 || next())) reach_error(); }
//// address_as_truth
int a[3];
void go(void) { if (__builtin_constant_p(!a)) reach_error(); }
//// statement_expression
void go(void) { if (__builtin_constant_p(({ 2; }))) reach_error(); }
//// byte_below_its_bound
void go(void) { unsigned char x = 3; if (__builtin_constant_p(x < 256)) reach_error(); }
//// builtin_of_a_constant
void go(void) { if (__builtin_constant_p(__builtin_bswap32(1))) reach_error(); }
//// plain_ends
enum { A = 4 }; struct s { int a; } g;
void go(void) {
  int x = 3, v[2] = { 1 }, *p = &x;
  int ones = __builtin_constant_p(2 * 3 + A) & __builtin_constant_p((char)3) & __builtin_constant_p(sizeof(int) - 1);
  if (ones && !__builtin_constant_p(x) && !__builtin_constant_p(v[0]) && !__builtin_constant_p(*p) && !__builtin_constant_p(g.a)) reach_error();
}
