// Findings that most likely have one cause, told once.
#pragma once
#include "heddle/heddle.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace heddle::report {

// Races of a kernel on the same arrays, in the same scope and equally sure, which the same barrier
// orders or the same assumption rules out where one was found, become one: the clearest (threads of
// one block, the fewest iterations, the smallest values). Finding::others has the places of the
// rest. The order stays otherwise.
std::vector<Finding> fold_causes(const std::vector<Finding>& findings);

// The same as places in `findings`: what is told, and the others of its cause.
struct OneCause {
  std::size_t told = 0;
  std::vector<std::size_t> others;
};
std::vector<OneCause> causes_in(const std::vector<Finding>& findings);

// Instances of one template with equal findings and questions have equal keys; "" where there is
// nothing that could be told twice.
std::string instance_key(const KernelResult& kernel);

// A kernel, and the instances of its template that would tell the same.
struct OneTold {
  const KernelResult* kernel = nullptr;
  std::vector<std::string> same_in = {};
};
std::vector<OneTold> fold_instances(const std::vector<KernelResult>& kernels);

} // namespace heddle::report
