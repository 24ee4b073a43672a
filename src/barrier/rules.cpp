#include "barrier/rules.hpp"

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

// What is known stays, or moves with the copies of the pump of p's loop.
Growing bound(const Side& p, const Side& q, Stamp known, std::uint32_t since) {
  const std::int64_t last = greatest_before(p, known);
  if (!p.span || last < 0 || known < p.span->least || since <= p.span->begin)
    return {Growing::With::nothing, last};
  if (since > p.span->end) return {Growing::With::end, last};
  // in the same pump as q's loop; a point of an earlier loop is passed in the first copy only
  const bool together = q.span && q.span->pump == p.span->pump;
  return {together ? Growing::With::copy : Growing::With::nothing, last};
}

// p is in a loop without operations: it is before q as a whole or not at all.
Growing bound_of_all(const Side& p, Stamp known) {
  const std::uint32_t start = p.role->epochs[p.section].front();
  if (start >= known) return {Growing::With::nothing, -1};
  return {Growing::With::end, p.trips() - 1};
}

} // namespace

RuleTable make_rules(std::int64_t n, const Side& p, const Side& q, const View& view) {
  RuleTable out;
  out.n = n;
  out.first_trips = p.trips();
  out.second_trips = q.trips();
  out.first_loops = p.shape->is_loop;
  out.second_loops = q.shape->is_loop;
  out.uniform = q.shape->is_loop && !q.shape->executes;
  if (q.span) out.step = q.span->iterations;
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

} // namespace heddle::barrier
