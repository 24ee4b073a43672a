#include "barrier/windows.hpp"

#include "barrier/compress.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace heddle::barrier {
namespace {

Side side_of(const Shape& shape, const Unrolled& role, const Point& p) {
  return {&role, &shape.sections[p.role][p.section], p.section, p.index, std::nullopt};
}

std::optional<Span> span_of(const std::vector<Pump>& pumps, std::uint32_t warp,
                            std::uint32_t section) {
  for (const Pump& pump : pumps)
    if (const Pump::Member* m = pump.find(warp, section))
      return Span{pump.begin, pump.end, pump.iterations, m->least, &pump};
  return std::nullopt;
}

// ---- two warps
// ------------------------------------------------------------------------------------

RuleTable between_warps(const Shape& shape, const Record& record, const Point& p, const Point& q) {
  const std::uint32_t first = shape.first_warp[p.role];
  const std::uint32_t second = shape.first_warp[q.role] + (p.role == q.role ? 1 : 0);
  Side of_p = side_of(shape, record.run.roles[p.role], p);
  Side of_q = side_of(shape, record.run.roles[q.role], q);
  of_p.span = span_of(record.pumps, first, p.section);
  of_q.span = span_of(record.pumps, second, q.section);
  const Knowledge& knowledge = record.run.knowledge[second];
  View view;
  view.since = knowledge.since;
  for (std::size_t k = p.role; k < knowledge.known.size(); k += knowledge.roles)
    view.known.push_back(knowledge.known[k]);
  return make_rules(record.run.n, of_p, of_q, view);
}

// ---- two lanes of a warp
// ------------------------------------------------------------------------------------
// Only the warp's own syncs count, so that the role alone decides, and time is its own operations.

// By epoch: the newest sync among the operations before.
View own_syncs(const Unrolled& role) {
  View view;
  Stamp newest = 0;
  for (std::uint32_t done = 0; done <= role.size(); ++done) {
    if (done > 0 && role.operations[done - 1].is_sync()) newest = done;
    view.known.push_back(newest);
    view.since.push_back(done);
  }
  return view;
}

// One period of the loop, behind a whole one that is past the guards.
std::int64_t first_repeated(const SectionShape& s) { return s.from + 1 + s.period; }

// The operation behind what is repeated is in the loop, too.
std::int64_t least_trips(const SectionShape& s) {
  return first_repeated(s) + 2 * s.period + s.until + 1;
}

std::optional<Span> own_span(const SectionShape& s, const Unrolled& role, std::uint32_t section,
                             const View& view) {
  if (!s.pumped() || role.trips[section] < least_trips(s)) return std::nullopt;
  Span span;
  span.iterations = s.period;
  span.begin = role.epoch(section, first_repeated(s), 0);
  span.end = role.epoch(section, first_repeated(s) + s.period, 0);
  // A sync that is repeated moves what is known; so does what comes behind.
  const bool moves = view.known[span.end] > view.known[span.begin];
  span.least = moves ? view.known[span.begin] : span.begin + 1;
  span.pump = &s;
  return span;
}

RuleTable between_lanes(const Shape& shape, std::int64_t n, const Point& p, const Point& q) {
  const Unrolled role = unroll(shape, p.role, n);
  const View view = own_syncs(role);
  Side of_p = side_of(shape, role, p), of_q = side_of(shape, role, q);
  of_p.span = own_span(*of_p.shape, role, p.section, view);
  of_q.span = own_span(*of_q.shape, role, q.section, view);
  return make_rules(n, of_p, of_q, view);
}

Order order_of_lanes(const Shape& shape, const Point& p, const Point& q) {
  std::int64_t first = 0, period = 1;
  for (const SectionShape& s : shape.sections[p.role]) {
    if (!s.pumped()) continue;
    first = std::max(first, least_trips(s) - s.offset);
    period = std::lcm(period, s.period);
  }
  std::vector<RuleTable> tables;
  for (std::int64_t n = 0; n < first + period; ++n)
    tables.push_back(between_lanes(shape, n, p, q));
  return compress(tables, first, period);
}

void check(const Shape& shape, const Point& p) {
  const auto& roles = shape.skeleton.roles;
  if (p.role >= roles.size() || p.section >= roles[p.role].sections.size() ||
      p.index > roles[p.role].sections[p.section].operations.size())
    throw std::invalid_argument("a point outside of the skeleton");
}

std::int64_t value(const Linear& linear, std::int64_t j, std::int64_t first, std::int64_t second) {
  switch (linear.base) {
  case Linear::Base::zero:
    break;
  case Linear::Base::trips_first:
    return first + linear.constant;
  case Linear::Base::trips_second:
    return second + linear.constant;
  case Linear::Base::second:
    return j + linear.constant;
  }
  return linear.constant;
}

} // namespace

Windows::Windows(const Analysis& analysis) : analysis_(analysis) {
  if (!analysis.decided()) throw std::invalid_argument("windows of an undecided skeleton");
}

Order Windows::before(const Point& p, const Point& q, Pairing pairing) const {
  const Analysis::State& state = *analysis_.state_;
  check(state.shape, p);
  check(state.shape, q);
  if (pairing == Pairing::lanes) {
    if (p.role != q.role) throw std::invalid_argument("lanes of two roles");
    return order_of_lanes(state.shape, p, q);
  }
  if (p.role == q.role && state.skeleton.roles[p.role].warps.size() < 2)
    throw std::invalid_argument("two warps of a role of one");
  std::vector<RuleTable> tables;
  for (const Record& record : state.records)
    if (!record.run.violation) tables.push_back(between_warps(state.shape, record, p, q));
  return compress(tables, state.first, state.period);
}

bool holds(const Order& order, std::int64_t n, std::int64_t i, std::int64_t j, std::int64_t first,
           std::int64_t second) {
  switch (order.kind) {
  case Order::Kind::never:
    return false;
  case Order::Kind::always:
    return true;
  case Order::Kind::distance:
    return i <= j - order.distance;
  case Order::Kind::windows:
    break;
  }
  for (const Window& w : order.windows) {
    if (n < w.n_first || (w.n_period == 0 ? n != w.n_first : (n - w.n_first) % w.n_period != 0))
      continue;
    if (j < value(w.low, j, first, second) || j > value(w.high, j, first, second)) continue;
    if ((j - w.low.constant) % w.j_period != 0) continue;
    return i <= value(w.last, j, first, second);
  }
  return false;
}

} // namespace heddle::barrier
