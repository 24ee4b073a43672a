// Launches in function templates of the host.
#pragma once
#include "cuda/types/program.hpp"
#include "support/context.hpp"

namespace heddle::cuda {

// Every launch of the program; one in a function template is there for each instance that calls in
// the file name, and once with open parameters where there may be others.
std::vector<LaunchItem> launches_of_instances(const Program& program, Ctx& ctx);

bool same_bindings(const Bindings& a, const Bindings& b);
// "f.cu:3:5", "f.cu:3:5 with N = 16", "f.cu:3:5 called at f.cu:9:3 from f.cu:20:3".
std::string describe(const LaunchItem& launch, const Ctx& ctx);
// "launch at f.cu:3:5, f.cu:9:1".
std::string describe(const std::vector<LaunchItem>& launches, const Ctx& ctx);

} // namespace heddle::cuda
