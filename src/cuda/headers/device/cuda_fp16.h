// Numbers of 16 bits (half), and pairs of them.
#pragma once
#define __CUDA_FP16_H__
#define __heddle_short __half
#define __heddle_pair __half2
#define __heddle_short_raw __half_raw
#define __heddle_pair_raw __half2_raw
#define __heddle_stored _Float16
#define __heddle_short_word half
#include <heddle/short_float.h>

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
__heddle_both __half2 __half2half2(__half a) { return {a, a}; }
