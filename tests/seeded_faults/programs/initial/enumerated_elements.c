enum letter { A, B = 2, C };
static int a[] = {[C] = 5, [B] = 4};
int main(void) {
  holds(a[B] == 4);
  return 0;
}
