// Errors of the driver, of NVIDIA's samples.
#pragma once
#include <cuda.h>
