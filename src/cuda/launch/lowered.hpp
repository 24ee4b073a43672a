// A kernel of core with what the host says of its launches.
#pragma once
#include "core/core.hpp"

#include <functional>
#include <string>
#include <vector>

namespace heddle::cuda {

// Launches of one kernel of which the host says the same.
struct LaunchGroup {
  std::vector<std::string> places; // in source order: "f.cu:3:5", "f.cu:9:5 with N = 16"
  Loc loc;                         // of the first
  // The kernel with what these launches say, and no others.
  std::function<core::Kernel()> lower;
  std::function<core::Kernel()> checking_asserts; // the same, as below
};

// A kernel with assumptions from contracts, launches and options; of several launches only what all
// of them establish. Its forms share the pool, whose symbols have the bounds of the form that was
// made last: that alone may be looked at.
struct LoweredKernel {
  core::Kernel kernel;
  std::function<core::Kernel()> lower; // makes `kernel` again
  // The launches where they differ in what is known of them: two or more, else none.
  std::vector<LaunchGroup> launches{};
  // With assertions of parameters and dimensions as obligations; empty where none is assumed.
  std::function<core::Kernel()> checking_asserts;
  // Assuming nothing of what launches say of sizes and arguments; empty where nothing is assumed.
  std::function<core::Kernel()> without_launches;
  // With anything passed to the functions that launch it, and arrays that are one in some call;
  // empty where nothing is taken from calls of these. More sizes to prove it for, and sometimes the
  // simpler questions.
  std::function<core::Kernel()> without_calls;
  // What holds of launches by calls that are seen, of functions that others may call as well: what
  // the kernel is told to need must be possible for each.
  std::vector<Expr> seen_calls{};
};

} // namespace heddle::cuda
