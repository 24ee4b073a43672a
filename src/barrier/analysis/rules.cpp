#include "barrier/analysis/rules.hpp"

#include <algorithm>

namespace heddle::barrier {
namespace {

// The greatest iteration of p whose epoch is below `known`, or -1.
std::int64_t greatest_before(const Side& p, Stamp known) {
  std::int64_t low = -1, high = p.trips(); // epochs ascend
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (p.epoch(middle) < known ? low : high) = middle;
  }
  return low;
}

bool inside(const Span& span, std::uint32_t since) {
  return span.begin < since && since <= span.end;
}

Growing place_of(const Side& q, std::int64_t j, std::uint32_t since) {
  if (!q.span || since <= q.span->begin) return {Growing::With::nothing, j};
  return {inside(*q.span, since) ? Growing::With::copy : Growing::With::end, j};
}

// How what has `known` of the column of p's pump goes on from an epoch of q.
Growing::With growth(const Side& p, const Side& q, Stamp known, Stamp least, std::uint32_t since) {
  if (!p.span || known < least || since <= p.span->begin) return Growing::With::nothing;
  if (since > p.span->end) return Growing::With::end;
  // in the same pump as q's loop; a point of an earlier loop is passed in the first copy only
  const bool together = q.span && q.span->pump == p.span->pump;
  return together ? Growing::With::copy : Growing::With::nothing;
}

Growing bound(const Side& p, const Side& q, Stamp known, std::uint32_t since) {
  const std::int64_t last = greatest_before(p, known);
  if (!p.span || last < 0) return {Growing::With::nothing, last};
  return {growth(p, q, known, p.span->least, since), last};
}

// Do the phases of these copies repeat with the pump, from number `k` on? They are looked at where
// they are, as nothing says that the copies before the pump are like those in it.
bool repeats(const Side& p, const CopyClass& c, std::size_t k) {
  if (c.iterations[k] < p.shape->from) return false;
  const std::int64_t p_iterations = p.span->iterations;
  for (; k < c.iterations.size(); ++k) {
    const auto later = std::ranges::lower_bound(c.iterations, c.iterations[k] + p_iterations);
    if (later == c.iterations.end()) return true;
    const auto at = static_cast<std::size_t>(later - c.iterations.begin());
    if (*later != c.iterations[k] + p_iterations || c.phases[at] != c.phases[k] + c.completed)
      return false;
  }
  return true;
}

// The first iteration whose copy is not known; one behind the loop, if need be.
Growing first_unknown(const Side& p, const Side& q, const CopyClass& c, Stamp known,
                      std::uint32_t since) {
  const auto k =
      static_cast<std::size_t>(std::ranges::lower_bound(c.phases, known) - c.phases.begin());
  const std::int64_t at = k < c.iterations.size() ? c.iterations[k] : p.trips();
  Growing::With with = p.span ? growth(p, q, known, c.least, since) : Growing::With::nothing;
  if (with != Growing::With::nothing && (k == 0 || !repeats(p, c, k - 1)))
    with = Growing::With::nothing; // it only gets later
  return {with, at};
}

// p is in a loop without operations: it is before q as a whole or not at all.
Growing bound_of_all(const Side& p, Stamp known) {
  const std::uint32_t start = p.role->epochs[p.section].front();
  if (start >= known) return {Growing::With::nothing, -1};
  return {Growing::With::end, p.trips() - 1};
}

RuleTable frame(std::int64_t n, const Side& p, const Side& q) {
  RuleTable out;
  out.n = n;
  out.first_trips = p.trips();
  out.second_trips = q.trips();
  out.first_loops = p.shape->is_loop;
  out.second_loops = q.shape->is_loop;
  out.uniform = q.shape->is_loop && !q.shape->executes;
  if (q.span) out.step = q.span->iterations;
  return out;
}

} // namespace

RuleTable make_rules(std::int64_t n, const Side& p, const Side& q, const View& view) {
  RuleTable out = frame(n, p, q);
  const bool as_whole = p.shape->is_loop && !p.shape->executes;
  for (std::int64_t j = 0; j < (out.uniform ? 1 : out.second_trips); ++j) {
    const std::uint32_t epoch = q.epoch(j);
    const Stamp known = view.known[epoch];
    const std::uint32_t since = view.since[epoch];
    out.rules.push_back(
        {place_of(q, j, since), as_whole ? bound_of_all(p, known) : bound(p, q, known, since)});
  }
  return out;
}

RuleTable make_copy_rules(std::int64_t n, const Side& p, const Side& q,
                          const std::vector<std::uint32_t>& since,
                          const std::vector<CopyClass>& classes) {
  RuleTable out = frame(n, p, q);
  for (std::int64_t j = 0; j < (out.uniform ? 1 : out.second_trips); ++j) {
    const std::uint32_t epoch = q.epoch(j);
    std::optional<Growing> first;
    for (const CopyClass& c : classes) {
      const Growing g = first_unknown(p, q, c, c.known[epoch], since[epoch]);
      if (!first) {
        first = g;
        continue;
      }
      if (g.with != first->with) first->with = Growing::With::nothing;
      first->at = std::min(first->at, g.at);
    }
    Rule rule{place_of(q, j, since[epoch]), first.value_or(Growing{})};
    rule.last.at -= 1;
    out.rules.push_back(rule);
  }
  return out;
}

} // namespace heddle::barrier
