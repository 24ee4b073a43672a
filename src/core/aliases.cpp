#include "core/aliases.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace heddle::core {

namespace {

using Pairs = std::vector<std::pair<ArrayId, ArrayId>>;

// Arrays that are one in a run.
class Classes {
public:
  explicit Classes(std::size_t arrays) : of_(arrays) {
    std::iota(of_.begin(), of_.end(), ArrayId{0});
  }
  void join(ArrayId a, ArrayId b) {
    const ArrayId from = of_.at(a), to = of_.at(b);
    std::ranges::replace(of_, from, to);
  }
  bool are_one(ArrayId a, ArrayId b) const { return of_.at(a) == of_.at(b); }
  // May all of the one be any of the other?
  bool may_join(const Kernel& kernel, ArrayId a, ArrayId b) const {
    for (ArrayId x = 0; x < of_.size(); ++x)
      for (ArrayId y = 0; y < of_.size(); ++y)
        if (are_one(x, a) && are_one(y, b) && !may_overlap(kernel, x, y)) return false;
    return true;
  }

private:
  std::vector<ArrayId> of_; // by array: the one that stands for its class
};

} // namespace

bool may_overlap(const Kernel& kernel, ArrayId a, ArrayId b) {
  return a == b || std::ranges::any_of(kernel.aliases, [&](const auto& pair) {
           return std::minmax(pair.first, pair.second) == std::minmax(a, b);
         });
}

std::vector<std::pair<ArrayId, ArrayId>> aliases_of_run(const Kernel& kernel, ArrayId a,
                                                        ArrayId b) {
  const std::set<std::pair<ArrayId, ArrayId>> all(kernel.aliases.begin(), kernel.aliases.end());
  if (closure(all).size() == all.size()) return kernel.aliases;
  Classes classes(kernel.arrays.size());
  Pairs found;
  const auto add = [&](ArrayId x, ArrayId y) {
    if (classes.are_one(x, y) || !classes.may_join(kernel, x, y)) return;
    classes.join(x, y);
    found.emplace_back(x, y);
  };
  add(a, b);
  for (const auto& pair : kernel.aliases)
    if (!kernel.chosen_aliases.contains(pair)) add(pair.first, pair.second);
  return found;
}

std::set<std::pair<ArrayId, ArrayId>> closure(const std::set<std::pair<ArrayId, ArrayId>>& pairs) {
  std::map<ArrayId, ArrayId> of; // by array: the one that stands for its class
  for (const auto& [a, b] : pairs) {
    const ArrayId from = of.try_emplace(a, a).first->second;
    const ArrayId to = of.try_emplace(b, b).first->second;
    for (auto& [array, stands] : of)
      if (stands == from) stands = to;
  }
  std::set<std::pair<ArrayId, ArrayId>> all;
  for (const auto& [a, of_a] : of)
    for (const auto& [b, of_b] : of)
      if (a < b && of_a == of_b) all.emplace(a, b);
  return all;
}

} // namespace heddle::core
