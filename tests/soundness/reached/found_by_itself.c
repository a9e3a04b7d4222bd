/* Structures whose first part, once it is written, would lead elsewhere: where both lie is found out before anything is copied. */
struct node { struct node *next; int value; };
struct entry { int at; int value; };
//// successor
void go(void) { struct node c = {0, 3}, b = {&c, 2}, a = {&b, 1}; a = *a.next; if (a.value == 2 && a.next == &c) reach_error(); }
//// successor_by_pointer
void go(void) {
  struct node c = {0, 3}, b = {&c, 2}, a = {&b, 1}, *p = &a;
  *p = *p->next;
  if (a.value == 2 && a.next == &c) reach_error();
}
//// own_target
void go(void) { struct node a = {&a, 100}, b = {0, 7}; *a.next = b; if (a.value == 7 && !a.next) reach_error(); }
//// index_of_the_target
void go(void) {
  struct entry a[2] = {{0, 5}, {1, 6}}, s = {1, 7};
  a[a[0].at] = s;
  if (a[0].value == 7 && a[1].value == 6) reach_error();
}
//// index_of_the_source
void go(void) { struct entry a[2] = {{1, 5}, {0, 6}}; a[0] = a[a[0].at]; if (a[0].value == 6) reach_error(); }
//// index_in_a_structure
struct table { struct entry entries[3]; int last; };
void go(void) {
  static struct table t;
  t.entries[0].at = 2; t.entries[2].at = 1; t.entries[2].value = 7; t.entries[1].value = 9;
  t.entries[0] = t.entries[t.entries[0].at];
  if (t.entries[0].value == 7) reach_error();
}
//// argument_of_itself
static struct node next_of(struct node n) { return *n.next; }
void go(void) { struct node b = {0, 7}, a = {&b, 1}; a = next_of(a); if (a.value == 7 && !a.next) reach_error(); }
