// Numbers of 16 bits with the exponent of float (bfloat16), and pairs of them.
#pragma once
#define __CUDA_BF16_H__
#define __heddle_short __nv_bfloat16
#define __heddle_pair __nv_bfloat162
#define __heddle_short_raw __nv_bfloat16_raw
#define __heddle_pair_raw __nv_bfloat162_raw
#define __heddle_stored __bf16
#define __heddle_short_word bfloat16
#include <heddle/short_float.h>

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
__heddle_both __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return {a, a}; }
