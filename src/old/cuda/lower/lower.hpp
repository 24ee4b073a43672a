// From the AST to core kernels, with what the host's code says of their launches.
#pragma once
#include "core/core.hpp"
#include "cuda/syntax/ast.hpp"
#include "support/context.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cuda {

// How the origins of assumptions from launches and from assert() begin.
inline constexpr std::string_view from_launch = "launch at", asserted = "asserted at";

// Launches of one kernel of which the host says the same.
struct LaunchGroup {
  std::vector<std::string> places; // in source order: "f.cu:3:5", "f.cu:9:5 with N = 16"
  Loc loc;                         // of the first
  // Lowers the kernel with what these launches say, and no others. Good for as long as the unit and
  // the context are.
  std::function<core::Kernel()> lower;
  std::function<core::Kernel()> checking_asserts; // the same, as below
};

// A kernel with assumptions from contracts, launches and options; of several launches only what all
// of them establish.
struct LoweredKernel {
  core::Kernel kernel;
  // The launches where they differ in what is known of them: two or more, else none.
  std::vector<LaunchGroup> launches{};
  // Lowers it again, with assertions of parameters and dimensions as obligations; empty where none
  // is assumed.
  std::function<core::Kernel()> checking_asserts;
  // Lowers it again, assuming nothing of what launches say of sizes and arguments; empty where
  // nothing is assumed. Good for as long as the unit and the context are.
  std::function<core::Kernel()> without_launches;
  // Lowers it again, with anything passed to the functions that launch it; empty where nothing is
  // taken from calls of these. More sizes to prove it for, and sometimes the simpler questions.
  std::function<core::Kernel()> without_calls;
};

// Lowers every kernel of the unit that ctx.options.kernels selects (all when empty). A kernel that
// cannot be lowered comes with Kernel::unknowns filled.
std::vector<LoweredKernel> lower(const TranslationUnit& unit, Ctx& ctx);

} // namespace heddle::cuda
