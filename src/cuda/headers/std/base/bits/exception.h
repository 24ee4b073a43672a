// std::exception, which <new> includes while its own functions are the host's: of both sides, as the
// classes that inherit from it are.
#pragma once
#ifndef __HEDDLE_BOTH_SIDES
#define __HEDDLE_BOTH_SIDES
#pragma clang force_cuda_host_device begin
#include_next <bits/exception.h>
#pragma clang force_cuda_host_device end
#undef __HEDDLE_BOTH_SIDES
#else
#include_next <bits/exception.h>
#endif
