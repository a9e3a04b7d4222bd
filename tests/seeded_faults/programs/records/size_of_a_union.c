union either { char a[8]; int b; };
int main(void) {
  int size = sizeof(union either);
  holds(size == 8);
  return 0;
}
