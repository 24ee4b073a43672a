// Launches as facts about a kernel: its sizes and arguments as the host computes them.
#pragma once
#include "core/core.hpp"
#include "cuda/host/host.hpp"
#include "support/context.hpp"

#include <vector>

namespace heddle::cuda {

// A condition over the kernel's parameters and dimensions, and host values that none of these
// holds; of an equation also its sides.
struct LaunchFact {
  Expr cond = nullptr, symbol = nullptr, value = nullptr;
};

// What a launch gives to what the kernel calls `name`: a parameter, or one of its template that is
// open.
struct PassedValue {
  std::string name;
  HostValue value;
};

// What holds whenever this launch happens, but for constants. Nothing for a launch that is not
// understood.
struct LaunchFacts {
  std::vector<LaunchFact> facts;
  bool impossible = false; // they contradict each other: it never happens
};
LaunchFacts launch_facts(const core::Kernel& kernel, const HostLaunch& host,
                         const std::vector<PassedValue>& passed, const Options& options);
// Text of the conditions in which host values are numbered: two launches have the same only where
// they say the same.
std::string launch_text(const Pool& pool, const std::vector<LaunchFact>& facts);
// Likewise of any expressions over host values; null ones count.
std::string host_text(const Pool& pool, const std::vector<Expr>& list);
bool is_host_value(const Pool& pool, Expr e);

} // namespace heddle::cuda
