#ifndef _SEARCH_H
#define _SEARCH_H
#include <stddef.h>
typedef int (*__compar_fn_t)(const void *, const void *);
extern void *lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
extern void *lsearch(const void *, void *, size_t *, size_t, int (*)(const void *, const void *));
typedef struct entry { char *key; void *data; } ENTRY;
typedef enum { FIND, ENTER } ACTION;
struct hsearch_data { struct _ENTRY *table; unsigned int size; unsigned int filled; };
extern int hcreate(size_t);
extern ENTRY *hsearch(ENTRY, ACTION);
extern void hdestroy(void);
extern int hcreate_r(size_t, struct hsearch_data *);
extern int hsearch_r(ENTRY, ACTION, ENTRY **, struct hsearch_data *);
extern void hdestroy_r(struct hsearch_data *);
typedef enum { preorder, postorder, endorder, leaf } VISIT;
extern void *tsearch(const void *, void **, int (*)(const void *, const void *));
extern void *tfind(const void *, void *const *, int (*)(const void *, const void *));
extern void *tdelete(const void *, void **, int (*)(const void *, const void *));
extern void twalk(const void *, void (*)(const void *, VISIT, int));
extern void tdestroy(void *, void (*)(void *));
struct qelem { struct qelem *q_forw; struct qelem *q_back; char q_data[1]; };
extern void insque(void *, void *);
extern void remque(void *);
#endif
