// Files that others of a run include: kernels in a file of their own, which need what stands before
// their `#include`, and whose launches stand behind it.
#pragma once
#include "heddle/heddle.hpp"

#include <set>
#include <string>

namespace heddle::cli {

// The names of kernels, without arguments of templates, that `whole` has of the file at `path`.
std::set<std::string> kernels_of_part(const CheckResult& whole, const std::string& path);

// "ns::scale<float>" -> "ns::scale"
std::string name_without_arguments(const std::string& kernel);

// Does every `__global__` of the text belong to a kernel of these names? There is one at least.
bool has_only(const std::string& text, const std::set<std::string>& names);

} // namespace heddle::cli
