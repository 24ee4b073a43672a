// <stdio.h>: its functions are for hosts and kernels alike.
#ifndef __HEDDLE_BOTH_SIDES
#define __HEDDLE_BOTH_SIDES
#pragma clang force_cuda_host_device begin
#include_next <stdio.h>
#pragma clang force_cuda_host_device end
#undef __HEDDLE_BOTH_SIDES
#else
#include_next <stdio.h>
#endif
