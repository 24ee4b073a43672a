#undef __cplusplus
#define __cplusplus 201703L
