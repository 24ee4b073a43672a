// See cufft.h.
#pragma once
#include <cufft.h>
