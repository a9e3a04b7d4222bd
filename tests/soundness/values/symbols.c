/* One symbol under several names, and names that are other symbols' (asm, alias, weakref, pragmas).  Each function tells, behind its head, what it returns. */

static int before = 1; int early(int) __asm__("early_symbol"); int early(int x) { before = 7; return x; }
extern int early_too(int) __asm__("early_symbol");
static long symbol_of_a_later_definition(void) { // = 7
  before = 1; early_too(4); return before;
}

extern int late_too(int) __asm__("late_symbol"); int late(int) __asm__("late_symbol"); int late(int x) { before = 8; return x; }
static long symbol_named_twice_before_its_definition(void) { // = 8
  before = 1; late_too(4); return before;
}

int own(void) __asm__("swapped"); int own(void) { return 3; } int swapped(void) __asm__("own"); int swapped(void) { return 4; }
extern int third(void) __asm__("own");
static long names_swapped(void) { // = 344
  return own() * 100 + swapped() * 10 + third();
}

int first_name __asm__("second_name") = 1; int second_name __asm__("third_name") = 2; extern int by_symbol __asm__("second_name");
static long variables_with_the_symbols_of_others(void) { // = 52
  first_name = 1; by_symbol = 5; return first_name * 10 + second_name;
}

static int hidden __asm__("shown") = 4; extern int shown_too __asm__("shown");
static long symbol_of_a_static_variable(void) { // = 9
  shown_too = 9; return hidden;
}

int counted = 4; int counting(void) { return ++counted; }
static long symbols_declared_in_a_block(void) { // = 1010
  extern int counted_too __asm__("counted"); extern int counting_too(void) __asm__("counting");
  counted_too = 9; return counting_too() * 100 + counted;
}

int weak_target(void) { before = 9; return 3; }
#pragma weak weak_other = weak_target
extern int weak_other(void);
static long pragma_weak_alias(void) { // = 309
  before = 1; return weak_other() * 100 + before;
}

#pragma redefine_extname renamed chosen
int renamed(int); int chosen(int x) { before = 6; return x; }
static long pragma_redefine_extname(void) { // = 36
  before = 1; return renamed(3) * 10 + before;
}

static int referring(void) __attribute__((weakref("referred"))); int referred(void) { before = 5; return 2; }
static long weakref_to_a_definition(void) { // = 25
  before = 1; return referring() * 10 + before;
}

int base_variable = 1; extern int alias_one __attribute__((alias("base_variable"))); extern int alias_two __attribute__((alias("alias_one")));
static long alias_of_an_alias(void) { // = 18
  alias_two = 8; return (&alias_two == &base_variable) * 10 + base_variable;
}

int plain_variable = 3; extern int label_alias __asm__("label_symbol") __attribute__((alias("plain_variable"))); extern int by_label __asm__("label_symbol");
static long label_of_an_alias(void) { // = 6
  by_label = 6; return plain_variable;
}

static void aliased_body(void) { before = 4; } void aliased(void) __attribute__((alias("aliased_body")));
static long alias_of_a_static_function(void) { // = 4
  before = 1; aliased(); return before;
}

__attribute__((weak)) int weak_defined(void) { return 5; } extern int weak_variable __attribute__((weak)); int weak_variable = 6;
static long weak_definitions(void) { // = 56
  return weak_defined() * 10 + (&weak_variable ? weak_variable : 0);
}

static long assembly_comment_before_nothing(void) { // = 5
  int s = 5; __asm__("/* only this */" : "+r"(s)); __asm__("nop\n\t/* x */" : "+r"(s)); return s;
}
