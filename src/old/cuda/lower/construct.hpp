// Constructors, as far as other files need them.
#pragma once
#include "cuda/types/types.hpp"

namespace heddle::cuda {

// Has it constructors that may take an object's content away?
bool moves_itself(const Record& record);

} // namespace heddle::cuda
