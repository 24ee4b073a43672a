// Headers of CUDA whose names files of other tools use without an include: nvcc wants it.
#pragma once
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <curand_kernel.h>

using cooperative_groups::grid_group;
using cooperative_groups::this_grid;
using cooperative_groups::this_thread_block;
using cooperative_groups::thread_block;
