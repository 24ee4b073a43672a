// Launches that are not written `kernel<<<..>>>(..)`: what else is done with the names of kernels.
//
//   auto f = &k; f<<<1, 64>>>(v);                    a launch of k
//   cudaLaunchKernel((void*)k, grid, block, args);   likewise, with what stands in `args`
//   cudaFuncSetAttribute(k, ..)                      none
//   run(k, v); table[0] = k; go<k>(v);               perhaps one: with which nobody knows what
#pragma once
#include "cuda/syntax/ast.hpp"
#include "cuda/types/program.hpp"

namespace heddle::cuda {

// The declarations of the unit, and all launches. A use that is not understood counts as a launch
// of which nothing is understood; so does every place of a kernel's name that is not in the tree,
// as in code that did not parse.
Program index_program(const TranslationUnit& unit);

} // namespace heddle::cuda
