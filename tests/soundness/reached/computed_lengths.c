/* Operands of sizeof and typeof are evaluated where a length in their type is computed, also where its value is known. */
//// element_of_rows
void go(void) { int n = 3, i = 0; int a[5][n]; long size = sizeof(a[i++]); if (size == 12 && i == 1) reach_error(); }
//// row_by_a_moved_pointer
void go(void) { int n = 3, i = 0; int a[4][n]; long size = sizeof(*(a + i++)); if (size == 12 && i == 1) reach_error(); }
//// rows_but_not_elements
void go(void) { int n = 3, i = 0; int a[5][n]; long size = sizeof(a[i++]) + sizeof(a[0][i++]); if (size == 16 && i == 1) reach_error(); }
//// moved_pointer_to_rows
void go(void) { int n = 2; int a[4][n]; int (*p)[n] = a; long size = sizeof(*p++); if (size == 8 && p == a + 1) reach_error(); }
//// typeof_rows
void go(void) { int n = 3, i = 0; int a[4][n]; __typeof__(a[i++]) row; if (sizeof row == 12 && i == 1) reach_error(); }
//// called_in_an_index
static int calls; static int next(void) { return calls++; }
void go(void) { int n = 3; int a[4][n]; if (sizeof(a[next()]) == 12 && calls == 1) reach_error(); }
