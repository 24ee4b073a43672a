// See all.h.
#pragma once
#include <thrust/all.h>
