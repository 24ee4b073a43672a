// Read before the first line of every .cu file, as nvcc does with cuda_runtime.h: what device code
// and hosts that launch may use without including anything. No standard header is included here,
// so that a small kernel is read in a few milliseconds.
#pragma once
#include "qualifiers.h"
#include "types.h"

#include "intrinsics.h"

#include "atomics.h"
#include "bits.h"
#include "contracts.h"
#include "convert.h"
#include "functions.h"
#include "memory.h"
#include "packed.h"
#include "standard.h"
#include "sync.h"
#include "warp.h"

#include "host_types.h"

#include "host.h"
#include "textures.h"
