#undef __cplusplus
#define __cplusplus 201402L
