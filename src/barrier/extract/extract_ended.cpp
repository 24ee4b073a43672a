#include "barrier/extract/extract_ended.hpp"

#include "core/clusters.hpp"

#include <algorithm>

namespace heddle::barrier {

namespace {

// One of a program's operations that wait for all threads.
struct Meeting {
  const WarpSection* section;
  const Operation* operation;
};
using Meetings = std::vector<Meeting>;

Meetings meetings_of(const WarpProgram& program) {
  Meetings found;
  for (const WarpSection& section : program.sections)
    for (const Operation& op : section.operations)
      if (waits_for_all(op)) found.push_back({&section, &op});
  return found;
}

// Equally often?
bool alike(const Meeting& a, const Meeting& b) {
  Operation same = *a.operation;
  same.place = b.operation->place;
  same.ended = b.operation->ended;
  same.silent = b.operation->silent;
  same.aligned = b.operation->aligned;
  return a.section->trips == b.section->trips && same == *b.operation;
}

// What is in `all` alone, in its order; std::nullopt: `some` has what `all` has not.
std::optional<Meetings> beyond(Meetings all, const Meetings& some) {
  for (const Meeting& m : some) {
    const auto found = std::ranges::find_if(all, [&](const Meeting& a) { return alike(a, m); });
    if (found == all.end()) return std::nullopt;
    all.erase(found);
  }
  return all;
}

void append(WarpProgram& program, const Meetings& lacking) {
  const WarpSection* like = nullptr;
  for (const Meeting& m : lacking) {
    const bool straight = !m.section->trips;
    if (!straight && m.section != like)
      program.sections.push_back({m.section->loop, m.section->trips, {}});
    else if (straight && program.sections.back().trips)
      program.sections.emplace_back();
    like = m.section;
    Operation op = *m.operation;
    op.ended = op.silent = true;
    op.aligned = false;
    program.sections.back().operations.push_back(std::move(op));
  }
  if (program.sections.back().trips) program.sections.emplace_back();
}

Expr reached(const Meeting& m, Pool& pool) {
  if (!m.section->trips) return pool.boolean(true);
  const std::int64_t least = m.operation->from + m.operation->until;
  return pool.lt(pool.constant(least, Type::i64()), m.section->trips);
}

} // namespace

void add_endings(Extracted& result, std::vector<WarpProgram>& programs,
                 const std::vector<std::vector<Unit>>& units, Pool& pool) {
  const auto number_of = [](const WarpProgram& p) { return meetings_of(p).size(); };
  const auto most = std::ranges::max_element(programs, {}, number_of);
  if (most == programs.end()) return;
  const std::vector<WarpSection> sections = most->sections; // of which the meetings are a part
  WarpProgram copy;
  copy.sections = sections;
  const Meetings all = meetings_of(copy);
  for (std::size_t r = 0; r < programs.size(); ++r) {
    const auto lacking = beyond(all, meetings_of(programs[r]));
    if (!lacking || lacking->empty()) continue;
    const Operation& first = *lacking->front().operation;
    if (programs[r].outer || most->outer)
      throw NotUnderstood("threads that end before others come to a barrier of the cluster, beside "
                          "a loop around loops with barriers",
                          result.places.at(first.place).loc);
    if (!std::ranges::count(result.missed, first.place, &Missed::place))
      result.missed.push_back({first.place, units[r].front().threads.front(), std::nullopt,
                               reached(lacking->front(), pool)});
    append(programs[r], *lacking);
  }
}

bool marks_end(const core::Kernel& kernel, const NodePtr& node) {
  if (!node) return true;
  if (const auto* access = std::get_if<protocol::Access>(&node->node))
    return access->kind == protocol::AccessKind::write &&
           core::is_lifetime(kernel.arrays[access->array]) && access->value &&
           constant_value(access->value) == core::ends;
  if (const auto* seq = std::get_if<protocol::Seq>(&node->node))
    return !seq->parts.empty() && std::ranges::all_of(seq->parts, [&](const NodePtr& part) {
      return marks_end(kernel, part);
    });
  const auto* branch = std::get_if<protocol::If>(&node->node);
  return branch && marks_end(kernel, branch->then_part) && marks_end(kernel, branch->else_part);
}

} // namespace heddle::barrier
