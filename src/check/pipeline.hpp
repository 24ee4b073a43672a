// The whole tool: source -> kernels -> protocol -> questions -> answers -> results.
#pragma once
#include "check/environment.hpp"

#include <memory>

namespace heddle::check {

// Seconds that a kernel has cost, over all its launches, which share the limits of both.
struct Spent {
  double open = 0;  // on questions without an answer
  double hints = 0; // on assumptions that would rule findings out
  double all = 0;   // in the solver, but for hints
  bool has_bug = false;
  bool only_if_verified = false;  // nothing but a proof is of use
  std::vector<Expr> seen_calls{}; // LoweredKernel::seen_calls
  std::shared_ptr<Experience> experience = std::make_shared<Experience>();
  std::shared_ptr<Statistics> statistics = std::make_shared<Statistics>();
};

// Verdict of one kernel. std::nullopt: its assumptions contradict each other.
std::optional<KernelResult> check_kernel(const core::Kernel& kernel, Ctx& ctx, std::string& dump,
                                         Spent& spent);

// Can the assumptions of the kernel hold, and these facts as well? `false`: that is not known.
bool may_be_launched(const core::Kernel& kernel, Ctx& ctx, Spent& spent,
                     const std::vector<Expr>& facts = {});

} // namespace heddle::check
