#undef __cplusplus
#define __cplusplus 202002L
