#pragma once
#include "cuda/parse/precompiled.hpp"

namespace heddle::cuda {

// Has an object of the class pointers in it?
bool holds_pointer(clang::QualType type);
// Is it one, or has it some?
bool has_pointer(clang::QualType type);

} // namespace heddle::cuda
