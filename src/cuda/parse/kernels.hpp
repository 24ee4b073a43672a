// The kernels of a file, and all of its functions that have a body.
#pragma once
#include "cuda/parse/diagnostics.hpp"
#include "cuda/parse/lost/macros_seen.hpp"
#include "cuda/parse/unit.hpp"

namespace heddle::cuda {

// Fills unit.kernels, in the order of the source: kernels, instances of kernel templates that the
// file makes, those that Options::kernels asks for, and for a template without any some with
// arguments of our choice; and what is meant to be a kernel but is not understood.
// Returns all functions with a body.
std::vector<clang::FunctionDecl*> find_kernels(Unit& unit, clang::Sema& sema, Collector& collector,
                                               const MacrosSeen& seen);

} // namespace heddle::cuda
