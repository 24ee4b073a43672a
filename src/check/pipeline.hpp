// The whole tool: source -> kernels -> protocol -> questions -> answers -> results.
#pragma once
#include "check/environment.hpp"

namespace heddle::check {

// Verdict of one kernel. std::nullopt: its assumptions contradict each other. `open_seconds` is the
// time that questions without an answer took: what it holds has been spent before.
std::optional<KernelResult> check_kernel(const core::Kernel& kernel, Ctx& ctx, std::string& dump,
                                         double& open_seconds);

} // namespace heddle::check
