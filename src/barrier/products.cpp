#include "barrier/products.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::barrier {

namespace {

constexpr std::uint32_t threads_of_group = 128;

using Sections = std::vector<std::vector<Section>*>;

Sections sections_of(Role& role) { return {&role.sections}; }
Sections sections_of(NestedRole& role) { return {&role.before, &role.block, &role.after}; }

template <class R, class F> void each_operation(R& role, const F& f) {
  for (std::vector<Section>* sections : sections_of(role))
    for (Section& section : *sections)
      for (Operation& op : section.operations)
        f(op);
}

bool waits(const Operation& op) { return op.kind == Operation::Kind::matrix_wait; }

// Numbers of named barriers that nobody uses.
template <class S> std::vector<BarrierIndex> free_barriers(S& skeleton) {
  std::set<BarrierIndex> used;
  for (auto& role : skeleton.roles)
    each_operation(role, [&](Operation& op) {
      if (op.kind == Operation::Kind::sync || op.kind == Operation::Kind::arrive)
        used.insert(op.barriers.begin(), op.barriers.end());
    });
  std::vector<BarrierIndex> found;
  for (BarrierIndex b = 0; b < named_barriers; ++b)
    if (!used.contains(b)) found.push_back(b);
  return found;
}

// By warpgroup: how many threads wait for products of theirs.
template <class S> std::map<std::uint32_t, std::uint32_t> waiting(S& skeleton) {
  std::map<std::uint32_t, std::uint32_t> threads;
  for (auto& role : skeleton.roles) {
    bool any = false;
    each_operation(role, [&](Operation& op) { any = any || waits(op); });
    if (any)
      threads[role.warps.front() / warps_of_group] +=
          role.threads * static_cast<std::uint32_t>(role.warps.size());
  }
  return threads;
}

template <class S> std::optional<S> joined(S skeleton) {
  std::map<std::uint32_t, BarrierIndex> barrier;
  const std::vector<BarrierIndex> unused = free_barriers(skeleton);
  for (const auto& [group, threads] : waiting(skeleton)) {
    if (threads != threads_of_group || barrier.size() == unused.size()) return std::nullopt;
    barrier.emplace(group, unused[barrier.size()]);
  }
  if (barrier.empty()) return std::nullopt;
  for (auto& role : skeleton.roles)
    each_operation(role, [&](Operation& op) {
      if (!waits(op)) return;
      op.kind = Operation::Kind::sync;
      op.joins_products = true;
      op.aligned = false;
      op.count = threads_of_group;
      for (BarrierIndex& b : op.barriers)
        if (b != not_executed) b = barrier.at(role.warps.front() / warps_of_group);
    });
  return skeleton;
}

// Reports to an mbarrier what somebody else has done than the thread that executes it.
bool by_unit(const Operation& op) {
  return op.kind == Operation::Kind::phase_commit ||
         (op.kind == Operation::Kind::phase_copy && !op.releases);
}

template <class S>
S ordering(S skeleton, std::optional<std::uint32_t> group, bool relaxed = false) {
  skeleton.judged = true;
  for (auto& role : skeleton.roles)
    each_operation(role, [&](Operation& op) {
      op.weak = op.silent || by_unit(op) || (op.relaxed && !relaxed) ||
                (op.joins_products && role.warps.front() / warps_of_group != group);
    });
  return skeleton;
}

template <class S, class F> bool any_operation(S skeleton, const F& wanted) {
  bool any = false;
  for (auto& role : skeleton.roles)
    each_operation(role, [&](Operation& op) { any = any || wanted(op); });
  return any;
}

bool is_relaxed(const Operation& op) { return op.relaxed; }
bool is_silent(const Operation& op) { return op.silent; }

} // namespace

bool orders_less(const Skeleton& skeleton) {
  return any_operation(skeleton, by_unit) || any_operation(skeleton, is_silent);
}
bool orders_less(const NestedSkeleton& skeleton) {
  return any_operation(skeleton, by_unit) || any_operation(skeleton, is_silent);
}
bool relaxes(const Skeleton& skeleton) { return any_operation(skeleton, is_relaxed); }
bool relaxes(const NestedSkeleton& skeleton) { return any_operation(skeleton, is_relaxed); }

std::optional<Skeleton> with_products(const Skeleton& skeleton) { return joined(skeleton); }
std::optional<NestedSkeleton> with_products(const NestedSkeleton& skeleton) {
  return joined(skeleton);
}
Skeleton orders_of(Skeleton skeleton, std::optional<std::uint32_t> group, bool relaxed) {
  return ordering(std::move(skeleton), group, relaxed);
}
NestedSkeleton orders_of(NestedSkeleton skeleton, std::optional<std::uint32_t> group) {
  return ordering(std::move(skeleton), group);
}

} // namespace heddle::barrier
