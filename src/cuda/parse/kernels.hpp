// The kernels of a file, and all of its functions that have a body.
#pragma once
#include "cuda/parse/unit.hpp"

namespace heddle::cuda {

// Fills unit.kernels: kernels, instances of kernel templates that the file makes, those that
// Options::kernels asks for, and for a template without any one with parameters of our choice.
// Returns all functions with a body.
std::vector<clang::FunctionDecl*> find_kernels(Unit& unit, clang::Sema& sema);

} // namespace heddle::cuda
