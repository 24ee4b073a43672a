// The prelude and the standard library, to be kept precompiled together.
#pragma once
#include "prelude.h"

#include "standard_library.h"
