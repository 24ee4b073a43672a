// See device_algorithms.cuh.
#pragma once
#include <cub/device/device_algorithms.cuh>
