// Every file has what this declares (heddle/prelude.h); like CUDA's own it brings along these.
#pragma once
#include <string.h>
#include <time.h>
#include <type_traits>
#include <utility>
