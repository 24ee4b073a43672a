#include "barrier/analysis/program.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>

namespace heddle::barrier {
namespace {

bool is_named(Operation::Kind kind) {
  return kind == Operation::Kind::arrive || kind == Operation::Kind::sync;
}

void check_operation(const Operation& op, const Skeleton& skeleton) {
  if (op.barriers.empty() || op.parity.empty())
    throw std::invalid_argument("an operation without a barrier");
  const auto mbarriers = static_cast<BarrierIndex>(skeleton.mbarriers.size());
  for (const BarrierIndex b : op.barriers) {
    const bool own = op.kind == Operation::Kind::warp_sync || is_mark(op.kind);
    if (b == not_executed || own) continue;
    const bool fits = is_named(op.kind) ? b >= 0 && b < named_barriers
                                        : b >= named_barriers && b < named_barriers + mbarriers;
    if (!fits) throw std::invalid_argument("an operation on a barrier that does not exist");
  }
  if (op.kind == Operation::Kind::phase_arrive && op.arrivals == 0)
    throw std::invalid_argument("an arrive of nobody");
  if (!is_named(op.kind)) return;
  if (op.count % warp_size != 0)
    throw std::invalid_argument("a count that is no multiple of the warp size");
  if (op.kind == Operation::Kind::arrive && op.count == Operation::all_threads)
    throw std::invalid_argument("an arrive without a count");
}

SectionShape shape_of(const Section& section, std::uint64_t loops_before) {
  SectionShape s;
  s.is_loop = section.is_loop;
  s.offset = section.offset;
  s.rank = 2 * loops_before + (section.is_loop ? 1 : 0);
  for (const Operation& op : section.operations) {
    const auto executed = [](BarrierIndex b) { return b != not_executed; };
    if (std::ranges::none_of(op.barriers, executed)) continue;
    s.executes = true;
    if (!s.is_loop) continue;
    s.from = std::max(s.from, op.from);
    s.until = std::max(s.until, op.until);
    s.period = std::lcm(s.period, static_cast<std::int64_t>(op.barriers.size()));
    if (op.kind == Operation::Kind::phase_wait)
      s.period = std::lcm(s.period, static_cast<std::int64_t>(op.parity.size()));
  }
  return s;
}

std::int64_t trips_of(const SectionShape& s, std::int64_t n) {
  return s.is_loop ? std::max<std::int64_t>(0, n + s.offset) : 1;
}

} // namespace

Shape::Shape(const Skeleton& of) : skeleton(of) {
  std::map<std::uint32_t, std::uint32_t> threads; // of a warp
  std::set<BarrierIndex> used;
  const auto commits = [](const Section& section) {
    return std::ranges::count(section.operations, Operation::Kind::phase_commit, &Operation::kind);
  };
  for (std::uint32_t r = 0; r < skeleton.roles.size(); ++r) {
    const Role& role = skeleton.roles[r];
    if (role.warps.empty()) throw std::invalid_argument("a role without warps");
    first_warp.push_back(warps());
    for (std::uint32_t copy = 0; copy < role.warps.size(); ++copy) {
      if ((threads[role.warps[copy]] += role.threads) > warp_size)
        throw std::invalid_argument("a warp of two roles");
      all_threads += role.threads;
      if (std::ranges::any_of(role.sections, commits)) committing.push_back(warps());
      role_of.push_back(r);
      copy_of.push_back(copy);
    }
    std::uint64_t loops = 0;
    sections.emplace_back();
    for (const Section& section : role.sections) {
      for (const Operation& op : section.operations) {
        check_operation(op, skeleton);
        if (is_named(op.kind)) used.insert(op.barriers.begin(), op.barriers.end());
      }
      sections.back().push_back(shape_of(section, loops));
      loops += sections.back().back().pumped();
    }
  }
  used.erase(not_executed);
  named.assign(used.begin(), used.end());
  for (const Mbarrier& m : skeleton.mbarriers)
    if (m.expected == 0) throw std::invalid_argument("an mbarrier that expects nobody");
}

Unrolled unroll(const Shape& shape, std::uint32_t role, std::int64_t n) {
  Unrolled out;
  const auto& sections = shape.skeleton.roles[role].sections;
  for (std::uint32_t s = 0; s < sections.size(); ++s) {
    const SectionShape& info = shape.sections[role][s];
    const auto& ops = sections[s].operations;
    const std::int64_t trips = trips_of(info, n);
    out.trips.push_back(trips);
    out.width.push_back(static_cast<std::uint32_t>(ops.size()) + 1);
    auto& epochs = out.epochs.emplace_back();
    for (std::int64_t i = 0; i < trips; ++i) {
      for (std::uint32_t x = 0; x < ops.size(); ++x) {
        epochs.push_back(out.size());
        const Operation& op = ops[x];
        const auto at = static_cast<std::size_t>(i) % op.barriers.size();
        if (op.barriers[at] == not_executed) continue;
        if (info.is_loop && (i < op.from || i >= trips - std::max<std::int64_t>(0, op.until)))
          continue;
        Executed e;
        e.source = &op;
        e.id = op.barriers[at];
        if (!e.is_own())
          e.barrier = static_cast<std::uint32_t>(
              e.is_named() ? std::ranges::lower_bound(shape.named, e.id) - shape.named.begin()
                           : e.id - named_barriers);
        e.required = e.all_threads() ? shape.all_threads : op.count;
        e.section = s;
        e.operation = x;
        e.iteration = i;
        e.priority = (info.rank << 56) | (static_cast<std::uint64_t>(i) << 16) |
                     (std::uint64_t{x} * 0xffff / ops.size());
        out.operations.push_back(e);
      }
      epochs.push_back(out.size());
    }
    epochs.insert(epochs.end(), out.width.back(), out.size());
  }
  return out;
}

std::uint64_t count_operations(const Shape& shape, std::int64_t n) {
  std::uint64_t sum = 0;
  for (std::uint32_t r = 0; r < shape.sections.size(); ++r) {
    const Role& role = shape.skeleton.roles[r];
    std::uint64_t own = 0;
    for (std::uint32_t s = 0; s < role.sections.size(); ++s)
      own += static_cast<std::uint64_t>(trips_of(shape.sections[r][s], n)) *
             (role.sections[s].operations.size() + 1);
    sum += own * role.warps.size();
  }
  return sum;
}

} // namespace heddle::barrier
