#pragma pack(2)
struct record { char a; int b; };
#pragma pack()
int main(void) {
  int size = sizeof(struct record);
  holds(size == 6);
  return 0;
}
