#include "barrier/analysis/windows.hpp"

#include "barrier/analysis/compress.hpp"

#include <limits>
#include <map>
#include <stdexcept>

namespace heddle::barrier {
namespace {

Side side_of(const Shape& shape, const Unrolled& role, const Point& p) {
  return {&role, &shape.sections[p.role][p.section], p.section, p.index, std::nullopt};
}

std::optional<Span> span_of(const std::vector<Pump>& pumps, std::uint32_t warp, const Point& at) {
  for (const Pump& pump : pumps)
    if (const Pump::Member* m = pump.find(warp, at.section))
      return Span{pump.begin, pump.end, pump.iterations, at.tensor ? m->least_tensor : m->least,
                  &pump};
  return std::nullopt;
}

void check(const Shape& shape, const Point& p) {
  const auto& roles = shape.skeleton.roles;
  if (p.role >= roles.size() || p.section >= roles[p.role].sections.size() ||
      p.index > roles[p.role].sections[p.section].operations.size())
    throw std::invalid_argument("a point outside of the skeleton");
  const auto& operations = roles[p.role].sections[p.section].operations;
  if (p.copy &&
      (p.index == operations.size() || operations[p.index].kind != Operation::Kind::phase_copy))
    throw std::invalid_argument("a copy that no operation issues");
}

class Reader {
public:
  Reader(const Shape& shape, const Record& record, const Point& p, const Point& q, Pairing pairing)
      : shape_(shape), record_(record), p_(p), q_(q), pairing_(pairing),
        first_(shape.first_warp[p.role]),
        second_(shape.first_warp[q.role] + (pairing == Pairing::warps && p.role == q.role ? 1 : 0)),
        knowledge_(record.run.knowledge[second_]),
        of_p_(side_of(shape, record.run.roles[p.role], p)),
        of_q_(side_of(shape, record.run.roles[q.role], q)) {
    of_p_.span = span_of(record.pumps, first_, p);
    of_q_.span = span_of(record.pumps, second_, q);
  }

  RuleTable rules() const {
    if (p_.copy)
      return make_copy_rules(record_.run.n, of_p_, of_q_, knowledge_.since, copy_classes());
    return make_rules(record_.run.n, of_p_, of_q_, view());
  }

private:
  std::vector<Stamp> column(std::size_t entry) const {
    std::vector<Stamp> out;
    for (; entry < knowledge_.known.size(); entry += knowledge_.width)
      out.push_back(knowledge_.known[entry]);
    return out;
  }

  // What the second warp knows of the first, or what the lanes of one warp know of each other.
  View view() const {
    if (p_.tensor) return tensor_view();
    const bool lanes = pairing_ == Pairing::lanes;
    View out{column(lanes ? knowledge_.width - 1 : p_.role), knowledge_.since};
    const auto& sections = shape_.skeleton.roles[q_.role].sections;
    const bool for_warp = q_.copy && !sections[q_.section].operations[q_.index].by_lane;
    if (pairing_ == Pairing::own || (lanes && for_warp)) // program order
      for (std::uint32_t e = 0; e < out.known.size(); ++e)
        out.known[e] = e + 1;
    return out;
  }

  // .. of the tensor operations of the first.
  View tensor_view() const {
    const auto entry = shape_.tensor_column(first_);
    if (!entry) return {std::vector<Stamp>(knowledge_.since.size(), 0), knowledge_.since};
    return {column(shape_.first_warp.size() + (*entry - shape_.warps())), knowledge_.since};
  }

  std::vector<CopyClass> copy_classes() const {
    const Pump* pump = of_p_.span ? static_cast<const Pump*>(of_p_.span->pump) : nullptr;
    const Unrolled& role = *of_p_.role;
    const auto& phases = record_.run.knowledge[first_].phases;
    std::map<std::uint32_t, CopyClass> by_mbarrier;
    for (std::int64_t i = 0; i < of_p_.trips(); ++i) {
      const std::uint32_t k = of_p_.epoch(i);
      if (k == role.epoch(p_.section, i, p_.index + 1)) continue; // not issued
      CopyClass& c = by_mbarrier[role.operations[k].barrier];
      c.iterations.push_back(i);
      c.phases.push_back(phases[k]);
    }
    std::vector<CopyClass> out;
    for (auto& [mbarrier, c] : by_mbarrier) {
      c.known = column(shape_.first_warp.size() + mbarrier);
      c.least = std::numeric_limits<Stamp>::max();
      if (pump)
        for (const Pump::Phases& moving : pump->phases)
          if (moving.mbarrier == mbarrier) {
            c.completed = moving.completed;
            c.least = moving.least;
          }
      out.push_back(std::move(c));
    }
    return out;
  }

  const Shape& shape_;
  const Record& record_;
  const Point &p_, &q_;
  Pairing pairing_;
  std::uint32_t first_, second_;
  const Knowledge& knowledge_;
  Side of_p_, of_q_;
};

} // namespace

Tables tables_of(const Family& family, const Point& p, const Point& q, Pairing pairing) {
  Tables out;
  out.first = family.first;
  out.period = family.period;
  for (const Record& record : family.records)
    if (!record.run.violation && family.can_be(record))
      out.tables.push_back(Reader(family.shape, record, p, q, pairing).rules());
  return out;
}

void check_points(const Shape& shape, const Point& p, const Point& q, Pairing pairing) {
  check(shape, p);
  check(shape, q);
  if (pairing != Pairing::warps && p.role != q.role)
    throw std::invalid_argument("lanes of two roles");
  if (pairing == Pairing::own && !p.copy && !q.copy && !p.tensor && !q.tensor)
    throw std::invalid_argument("a thread is ordered in itself");
  if (pairing == Pairing::warps && p.role == q.role &&
      shape.skeleton.roles[p.role].warps.size() < 2)
    throw std::invalid_argument("two warps of a role of one");
}

namespace {

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

// Orders of different threads do not depend on positions.
bool Windows::Earlier::operator()(const Asked& a, const Asked& b) const {
  const auto key = [](const Asked& asked) {
    const auto of = [](const Point& p) {
      return std::tuple(p.role, p.section, p.index, p.copy, p.tensor);
    };
    return std::tuple(of(std::get<0>(asked)), of(std::get<1>(asked)), std::get<2>(asked));
  };
  return key(a) < key(b);
}

const Order& Windows::before(const Point& p, const Point& q, Pairing pairing) const {
  const Asked asked{p, q, pairing};
  if (const auto it = known_.find(asked); it != known_.end()) return it->second;
  const Analysis::State& state = *analysis_.state_;
  check_points(state.shape, p, q, pairing);
  return known_.emplace(asked, compress({tables_of(state, p, q, pairing)})).first->second;
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
