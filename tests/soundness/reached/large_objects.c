/* Objects with too many scalars to make each of them zero: the others hold zero before anything is assigned to them. */
extern int getpid(void);
static int a[8];
//// never_assigned
static struct { char pad[70000]; int off; } large;
void go(void) { if (getpid() == 5) large.off = 4; *(int *)((char *)a + large.off) = 7; if (a[0] == 7) reach_error(); }
//// beside_an_initialiser
static struct { char pad[70000]; int off, other; } large = {.other = 1};
void go(void) { if (getpid() == 5) large.off = 4; *(int *)((char *)a + large.off) = 7; if (a[0] == 7) reach_error(); }
//// local
void go(void) {
  struct { char pad[70000]; int off, other; } large = {.other = 1};
  if (getpid() == 5) large.off = 4;
  *(int *)((char *)a + large.off) = 7;
  if (a[0] == 7) reach_error();
}
