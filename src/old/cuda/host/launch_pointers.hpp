// Forms in which a host function launches a kernel other than by its name.
#pragma once
#include "cuda/syntax/ast.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heddle::cuda {

// The kernels' names that `e` may stand for: k, &k, (void*)k, c ? k : j.
std::vector<ExprPtr> named_in(const ExprPtr& e);

// Launches through the local variable `pointer` of `f`, where nothing else is done with it but
// assigning, asking and comparing.
std::optional<std::vector<ExprPtr>> launches_through(const FunctionDecl& f,
                                                     const std::string& pointer);

// CUDA's functions that ask about a kernel, or configure it.
bool only_asks(const CallExpr& call);

// cudaLaunchKernel(k, grid, block, args, ..) in `f` as k<<<grid, block>>>(..), without arguments
// where these are not understood; its callee is what stands for the kernel.
struct CalledLaunch {
  LaunchExpr launch;
  std::vector<ExprPtr> addresses; // &a of args[] = {&a}: only the launch reads there
};
std::optional<CalledLaunch> as_launch(const FunctionDecl& f, const CallExpr& call);

} // namespace heddle::cuda
