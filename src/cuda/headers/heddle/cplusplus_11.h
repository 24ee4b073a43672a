#undef __cplusplus
#define __cplusplus 201103L
