#undef __cplusplus
#define __cplusplus 199711L
