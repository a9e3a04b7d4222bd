union either { char part[4]; int whole; };
static union either u = {.part = {1, 2, 3, 4}, .whole = 5};
int main(void) {
  holds(u.whole == 5);
  return 0;
}
