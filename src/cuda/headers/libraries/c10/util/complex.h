// See c10/types.h.
#pragma once
#include <c10/types.h>
