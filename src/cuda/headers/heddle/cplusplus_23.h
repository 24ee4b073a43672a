#undef __cplusplus
#define __cplusplus 202302L
