// Files that others of a run include: kernels in a file of their own, which need what stands before
// their `#include`, and whose launches stand behind it.
#pragma once
#include "heddle/heddle.hpp"

#include <set>
#include <string>
#include <utility>

namespace heddle::cli {

// Kernels by the file that they stand in and their names without arguments of templates; not those
// of which the file has several by one name, as the whole may leave out one of them.
class Reported {
public:
  Reported() = default;
  explicit Reported(const CheckResult& whole);
  bool has(const KernelResult& kernel) const { return kernels_.contains(key(kernel)); }
  std::set<std::string> names_in(const std::string& path) const;

private:
  using Key = std::pair<std::string, std::string>;
  static Key key(const KernelResult& kernel);
  std::set<Key> kernels_;
};

// Does every `__global__` of the text belong to a kernel of these names? There is one at least.
bool has_only(const std::string& text, const std::set<std::string>& names);

} // namespace heddle::cli
