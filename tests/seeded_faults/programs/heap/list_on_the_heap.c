extern void *malloc(unsigned long);
struct node { int v; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 1; i <= 3; i++) {
    struct node *n = malloc(sizeof(struct node));
    if (!n) return 0;
    n->v = i;
    n->next = head;
    head = n;
  }
  holds(head->v == 3 && head->next->v == 2 && head->next->next->v == 1 && head->next->next->next == 0);
  return 0;
}
