// Loops with barriers, one behind the other, that do the same there: as one loop, whose iterations
// are counted through. So a consumer that treats its last tiles in a loop of their own still goes
// along with a producer that has one loop for all of them.
#include "barrier/extract/extract_walk.hpp"
#include "barrier/relating.hpp"

#include <algorithm>

namespace heddle::barrier {

// Is the section before this one, in which nothing happened at barriers, a loop?
bool Walk::follows_loop() const {
  const auto& sections = program_.sections;
  return !outer_ && sections.size() >= 2 && !sections.back().trips &&
         sections.back().operations.empty() && sections[sections.size() - 2].trips;
}

void Walk::join(const protocol::Loop& l, Expr trips) {
  Expr start = program_.sections[program_.sections.size() - 2].trips;
  const bool goes_on = decided(pool_.lt(number(pool_, 0), start), l.loc);
  if (!goes_on) {
    forget_loop();
    start = number(pool_, 0);
  }
  const SymbolId count =
      pool_.new_symbol({"iteration", Type::i64(), heddle::Role::fresh, 0, 0, std::nullopt, l.loc});
  Expr k = pool_.symbol_ref(l.binder);
  joined_ = Joined{k, start, pool_.symbol_ref(count)};
  Expr both = goes_on ? pool_.add(start, parameter(pool_, trips)) : trips;
  program_.sections.push_back({&l, both, {}});
  iteration_ = pool_.add(start, pool_.cast(k, Type::i64()));
  around_.push_back({nullptr, &l});
  walk(l.body);
  around_.pop_back();
  joined_.reset();
  iteration_ = number(pool_, 0);
  if (goes_on) fold_joined();
  program_.sections.emplace_back();
}

// The loop before never runs in this case: what stands behind it stands before it as well.
void Walk::forget_loop() {
  auto& sections = program_.sections;
  const auto gap = static_cast<std::uint32_t>(sections.size() - 1), loop = gap - 1;
  const std::uint32_t before = loop - 1; // every loop has a straight section before it
  const auto index = static_cast<std::uint32_t>(sections[before].operations.size());
  std::erase_if(program_.segments, [&](const Segment& s) { return s.section == loop; });
  std::erase_if(program_.standing, [&](const auto& s) { return std::get<0>(s) == loop; });
  for (Segment& s : program_.segments)
    if (s.section == gap) {
      s.section = before;
      s.index = index;
    }
  for (auto& [section, at, node] : program_.standing)
    if (section == gap) {
      section = before;
      at = index;
    }
  sections.resize(loop);
}

// The last section, whose operations are in the count of both, and the loop before it. What stands
// between them stands at the end of the first one's last iteration.
void Walk::fold_joined() {
  auto& sections = program_.sections;
  const auto second = static_cast<std::uint32_t>(sections.size() - 1);
  const std::uint32_t gap = second - 1, first = gap - 1;
  // the first ran once at least: what it leaves out only there the second never does
  const auto goes_on = [](const Operation& a, const Operation& b) {
    Operation same = b;
    same.place = a.place;
    if (same.from == 0 && a.from == 1) same.from = 1;
    return same == a && a.until == 0;
  };
  if (!std::ranges::equal(sections[first].operations, sections[second].operations, goes_on))
    throw NotUnderstood("two loops with barriers, one behind the other, that do not do the same "
                        "there, and run numbers of times that are not known to be related",
                        sections[second].loop->loc);
  const auto index = static_cast<std::uint32_t>(sections[first].operations.size());
  Expr last = pool_.sub(sections[first].trips, number(pool_, 1));
  for (Segment& s : program_.segments) {
    if (s.section == gap) {
      s.index = index;
      s.iteration = last;
    }
    if (s.section >= gap) s.section = first;
  }
  for (auto& [section, at, node] : program_.standing) {
    if (section == gap) at = index;
    if (section >= gap) section = first;
  }
  sections[first].trips = sections[second].trips;
  sections[first].loop = nullptr;
  sections.resize(gap);
}

} // namespace heddle::barrier
