// What functions of CUDA and of C's and C++'s libraries do: one table, by exact name.
#pragma once
#include "cuda/launch/host.hpp"

namespace heddle::cuda {

// Of a function that one of our headers or the system's declares.
LibraryEffect library_effect(const clang::FunctionDecl& f);
// Which arguments of a function that launches a kernel say what.
struct LaunchForm {
  unsigned kernel = 0;
  std::optional<unsigned> config{};    // leads to a cudaLaunchConfig_t; else: grid, then block,
                                       // stand behind the kernel
  std::optional<unsigned> arguments{}; // a list of pointers to what the kernel gets; else that
                                       // stands behind the kernel
  bool six_numbers = false;            // grid and block are not dim3
};
// None: the function launches nothing that it is given.
std::optional<LaunchForm> launch_form(const clang::FunctionDecl& f);
// It launches kernels by what is kept elsewhere, in a graph's node or a driver's handle.
bool launches_otherwise(const clang::FunctionDecl& f);
// Its first argument is the address of a handle, which it makes one of the kernel that its third
// one names.
bool gives_handle(const clang::FunctionDecl& f);
// Functions that ask or say something about a kernel and do not launch it.
bool only_asks(const clang::FunctionDecl& f);
// What assert() calls: where it returns, its first argument holds.
bool is_check(const clang::FunctionDecl& f);

} // namespace heddle::cuda
