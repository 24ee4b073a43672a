#include "barrier/windows.hpp"

#include "barrier/compress.hpp"

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

// What the second warp knows of the first, or what the lanes of one warp know of each other.
RuleTable rules_at(const Shape& shape, const Record& record, const Point& p, const Point& q,
                   Pairing pairing) {
  const bool lanes = pairing == Pairing::lanes;
  const std::uint32_t first = shape.first_warp[p.role];
  const std::uint32_t second = shape.first_warp[q.role] + (!lanes && p.role == q.role ? 1 : 0);
  Side of_p = side_of(shape, record.run.roles[p.role], p);
  Side of_q = side_of(shape, record.run.roles[q.role], q);
  of_p.span = span_of(record.pumps, first, p.section);
  of_q.span = span_of(record.pumps, second, q.section);
  const Knowledge& knowledge = record.run.knowledge[second];
  View view;
  view.since = knowledge.since;
  for (std::size_t k = lanes ? knowledge.width - 1 : p.role; k < knowledge.known.size();
       k += knowledge.width)
    view.known.push_back(knowledge.known[k]);
  return make_rules(record.run.n, of_p, of_q, view);
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
  if (pairing == Pairing::lanes && p.role != q.role)
    throw std::invalid_argument("lanes of two roles");
  if (pairing == Pairing::warps && p.role == q.role &&
      state.skeleton.roles[p.role].warps.size() < 2)
    throw std::invalid_argument("two warps of a role of one");
  std::vector<RuleTable> tables;
  for (const Record& record : state.records)
    if (!record.run.violation) tables.push_back(rules_at(state.shape, record, p, q, pairing));
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
