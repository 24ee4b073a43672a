// The whole tool: source -> kernels -> protocol -> questions -> answers -> results.
#pragma once
#include "check/environment.hpp"

namespace heddle::check {

// Verdict of one kernel. std::nullopt: its assumptions contradict each other.
std::optional<KernelResult> check_kernel(const core::Kernel& kernel, Ctx& ctx, std::string& dump);

} // namespace heddle::check
