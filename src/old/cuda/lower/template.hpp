// Deduction of template arguments, as far as other files need it.
#pragma once
#include "cuda/types/types.hpp"

namespace heddle::cuda {

// Of `T&&`, which takes an lvalue as a reference, the T; else the parameter.
TypePtr forwarded(const TypePtr& param, const CT& type);

} // namespace heddle::cuda
