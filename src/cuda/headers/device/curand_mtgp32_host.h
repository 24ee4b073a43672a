// Setting up states of MTGP32, for hosts.
#pragma once
#include <curand_kernel.h>
curandStatus_t curandMakeMTGP32Constants(const mtgp32_params_fast params[], mtgp32_kernel_params* to);
curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32* states, mtgp32_params_fast params[], mtgp32_kernel_params* constants, int count, unsigned long long seed);
extern mtgp32_params_fast mtgp32dc_params_fast_11213[];
