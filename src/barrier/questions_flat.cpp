// Which accesses may meet where no outer loop is around the loops with barriers (theory.md section
// 4, step 7).
#include "barrier/fences.hpp"
#include "barrier/products.hpp"
#include "barrier/relating.hpp"
#include "protocol/each_node.hpp"

#include <map>

namespace heddle::barrier {

using protocol::Cross;

namespace {

// The accesses of the roles that no order of barriers keeps apart.
class Builder : public CrossBuilder {
public:
  // `analysis`: of the orders of threads.
  // `relaxed`: with what relaxed operations order of tensor memory, where there are some.
  Builder(const core::Kernel& kernel, const Case& c, const Analysis& analysis,
          const Analysis* relaxed, protocol::BlockCrosses& crosses)
      : CrossBuilder(kernel, c, crosses), windows_(analysis) {
    if (relaxed) relaxed_.emplace(*relaxed);
  }

private:
  // Of the products of a warpgroup more is ordered than of threads.
  const Windows& orders_of(std::uint32_t role, const Segment& segment) {
    if (!segment.matrix || !case_.products) return windows_;
    const std::uint32_t group = case_.extracted.skeleton.roles[role].warps.front() / warps_of_group;
    const auto [it, inserted] = products_.try_emplace(group);
    Products& found = it->second;
    if (inserted) {
      auto analysis = std::make_unique<Analysis>(barrier::orders_of(*case_.products, group));
      if (analysis->decided()) {
        found.analysis = std::move(analysis);
        found.windows = std::make_unique<Windows>(*found.analysis);
      }
    }
    return found.windows ? *found.windows : windows_;
  }
  struct Products {
    std::unique_ptr<Analysis> analysis;
    std::unique_ptr<Windows> windows;
  };

  // Of `first`, which is of `p`, a segment of the role, and `second`.
  Order before(std::uint32_t role, const Segment& p, const Segment& q, Point first, Point second,
               Pairing pairing) {
    if (is_pipelined(p.tensor, q.tensor)) first.tensor = false; // it is over when it is issued
    const bool in_order = pairing == Pairing::own && !first.copy && !first.tensor && !second.copy;
    return in_order ? in_program(case_.extracted.skeleton, first, second)
                    : orders_of(role, p).before(first, second, pairing);
  }

  Order before_end(std::uint32_t r, const Segment& p, std::uint32_t s) override {
    const std::vector<Section>& sections = case_.extracted.skeleton.roles[s].sections;
    const Point end{s, static_cast<std::uint32_t>(sections.size() - 1),
                    static_cast<std::uint32_t>(sections.back().operations.size())};
    return orders_of(r, p).before(point_of(r, p), end, Pairing::warps);
  }

  std::optional<Cross::Relation> unordered(const Sides& sides) override {
    const auto& [r, s, p, q, pairing] = sides;
    const Point first = point_of(r, p), second = point_of(s, q);
    const Order forth = before(r, p, q, first, second, pairing);
    const Order back = before(s, q, p, second, first, pairing);
    if (covers(forth, back)) return std::nullopt;
    Expr fact = pool_.logical_and(pool_.logical_not(relating_.before(forth, false)),
                                  pool_.logical_not(relating_.before(back, true)));
    if (sides.one_copy()) {
      if (!case_.extracted.roles[r].trips[p.section] && p.inner.empty()) return std::nullopt;
      fact = pool_.logical_and(fact, pool_.logical_not(relating_.same_iteration(p)));
    }
    Cross::Relation relation = related(sides, fact);
    if (relaxed_) relation.order.memory = protocol::Order::Memory::others;
    return relation;
  }

  // p as it counts for q: some tensor operations are over when they are issued.
  Point first_of(std::uint32_t role, const Segment& p, const Segment& q) const {
    Point point = point_of(role, p);
    if (is_pipelined(p.tensor, q.tensor)) point.tensor = false;
    return point;
  }

  // Relaxed operations order accesses to tensor memory where both fences stand.
  TensorFenced fenced(const Sides& sides, const Windows& windows) {
    const auto& [r, s, p, q, pairing] = sides;
    const Point first = first_of(r, p, q);
    TensorFenced found = ask_tensor_fences(pool_, case_.extracted, windows, relating_, first,
                                           point_of(s, q), pairing);
    // a commit is a fence; in its own order a thread needs none
    if (first.tensor || pairing == Pairing::own) found.before = pool_.boolean(true);
    if (!first.tensor && pairing == Pairing::own) found.after = pool_.boolean(true);
    return found;
  }

  std::vector<Cross::Relation> tensor_unordered(const Sides& sides) override {
    if (!relaxed_) return {};
    const auto& [r, s, p, q, pairing] = sides;
    const Point first = point_of(r, p), second = point_of(s, q);
    const TensorFenced forth = fenced(sides, *relaxed_),
                       back = fenced({s, r, q, p, pairing}, *relaxed_);
    const auto ordered = [&](const TensorFenced& f) {
      return pool_.all(std::vector<Expr>{f.ordered, f.before, f.after});
    };
    std::vector<Expr> parts{
        pool_.logical_not(relating_.before(before(r, p, q, first, second, pairing), false)),
        pool_.logical_not(relating_.before(before(s, q, p, second, first, pairing), true)),
        pool_.logical_not(ordered(forth)), pool_.logical_not(relating_.turned(ordered(back)))};
    if (sides.one_copy()) parts.push_back(pool_.logical_not(relating_.same_iteration(p)));
    Expr fact = pool_.all(parts);
    if (is_false(fact)) return {};
    Cross::Relation relation = related(sides, fact);
    relation.order.memory = protocol::Order::Memory::tensor;
    for (const TensorFenced* f : {&forth, &back})
      relation.first.insert(relation.first.end(), f->trips.begin(), f->trips.end());
    return {relation};
  }

  std::vector<Cross::Relation> tensor_unfenced(const Sides& sides) override {
    using Proxy = protocol::Order::Proxy;
    const TensorFenced found = fenced(sides, windows_);
    std::vector<Cross::Relation> relations;
    for (const Proxy proxy : {Proxy::tensor_before, Proxy::tensor_after}) {
      Expr there = proxy == Proxy::tensor_before ? found.before : found.after;
      Expr fact = pool_.logical_and(found.ordered, pool_.logical_not(there));
      if (is_false(fact)) continue;
      Cross::Relation relation = related(sides, fact);
      relation.order.proxy = proxy;
      relation.first.insert(relation.first.end(), found.trips.begin(), found.trips.end());
      relations.push_back(std::move(relation));
    }
    return relations;
  }

  Cross::Relation related(const Sides& sides, Expr fact) {
    const auto& [r, s, p, q, pairing] = sides;
    const Extracted& e = case_.extracted;
    Cross::Relation relation = relating_.relation(fact, e.n, e.roles[r], p, e.roles[s], q);
    const auto iteration = [](const RoleAccesses& role, const Segment& segment) {
      return role.trips[segment.section] ? segment.iteration : nullptr;
    };
    relation.order.iteration = {iteration(e.roles[r], p), iteration(e.roles[s], q)};
    return relation;
  }

  std::vector<Cross::Relation> map_unfenced(const Sides& sides) override {
    const auto& [r, s, p, q, pairing] = sides;
    Maps maps;
    for (const NodePtr& node : q.accesses)
      protocol::each_access(node, [&](const protocol::Access& a) {
        if (a.map) maps.emplace(a.array, a.offset);
      });
    const Unfenced found = ask_map_fences(pool_, case_.extracted, windows_, relating_,
                                          point_of(r, p), point_of(s, q), pairing, maps);
    if (is_false(found.never)) return {};
    Cross::Relation relation = related(sides, found.never);
    relation.order.proxy = protocol::Order::Proxy::map;
    relation.first.insert(relation.first.end(), found.trips.begin(), found.trips.end());
    return {relation};
  }

  std::vector<Cross::Relation> unfenced(const Sides& sides, core::Space space) override {
    using Memory = protocol::Order::Memory;
    const auto& [r, s, p, q, pairing] = sides;
    const Unfenced facts = ask_fences(pool_, case_.extracted, windows_, relating_, point_of(r, p),
                                      point_of(s, q), pairing, space);
    std::vector<Cross::Relation> found;
    for (const bool late : {false, true}) {
      Expr fact = late ? facts.late : facts.never;
      if (is_false(fact)) continue;
      Cross::Relation relation = related(sides, fact);
      relation.order.proxy = late ? protocol::Order::Proxy::late : protocol::Order::Proxy::unfenced;
      relation.order.memory = space == core::Space::global ? Memory::global : Memory::shared;
      const auto& trips = facts.trips;
      relation.first.insert(relation.first.end(), trips.begin(), trips.end());
      found.push_back(std::move(relation));
    }
    return found;
  }

  Windows windows_;
  std::optional<Windows> relaxed_;
  std::map<std::uint32_t, Products> products_; // by warpgroup
};

} // namespace

void add_flat_crosses(const core::Kernel& kernel, const Case& c, const Analysis& orders,
                      const Analysis* relaxed, protocol::BlockCrosses& crosses) {
  Builder(kernel, c, orders, relaxed, crosses).run();
}

} // namespace heddle::barrier
