// What functions of CUDA and of C's and C++'s libraries do: one table, by exact name.
#pragma once
#include "cuda/launch/host.hpp"

namespace heddle::cuda {

// Of a function that one of our headers or the system's declares.
LibraryEffect library_effect(const clang::FunctionDecl& f);
// Functions that launch what they are given: the kernel, grid, block, arguments.
bool launches_kernel(const clang::FunctionDecl& f);
// Functions that ask or say something about a kernel and do not launch it.
bool only_asks(const clang::FunctionDecl& f);
// What assert() calls: where it returns, its first argument holds.
bool is_check(const clang::FunctionDecl& f);

} // namespace heddle::cuda
