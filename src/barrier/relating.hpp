// What two accesses of roles are asked about, as expressions: which iterations they are in, and
// whether an order of barriers keeps them apart. Private to src/barrier.
#pragma once
#include "barrier/analysis/windows.hpp"
#include "barrier/questions.hpp"

#include <map>
#include <set>

namespace heddle::barrier {

inline Expr number(Pool& pool, std::int64_t v) { return pool.constant(v, Type::i64()); }

// The skeleton's parameter: max(0, n).
inline Expr parameter(Pool& pool, Expr n) {
  Expr zero = number(pool, 0);
  return n ? pool.ite(pool.lt(n, zero), zero, n) : zero;
}

// A symbol for a number that a question is about.
inline Expr fresh(Pool& pool, const char* name) {
  return pool.symbol_ref(pool.new_symbol({name, Type::i64(), heddle::Role::fresh, 0, {}, {}, {}}));
}

inline Point point_of(std::uint32_t role, const Segment& segment) {
  return {role,
          segment.section,
          segment.index,
          segment.copy,
          segment.tensor != no_tensor_part,
          segment.position};
}

// The order of what one thread does at two points of its role.
inline Order in_program(const Skeleton& skeleton, const Point& p, const Point& q) {
  Order order;
  if (p.section < q.section) order.kind = Order::Kind::always;
  if (p.section != q.section) return order;
  const bool told = p.position != 0 && q.position != 0;
  const bool first = p.index != q.index ? p.index < q.index : !told || p.position <= q.position;
  if (!skeleton.roles[p.role].sections[p.section].is_loop) {
    order.kind = first ? Order::Kind::always : Order::Kind::never;
  } else {
    order.kind = Order::Kind::distance;
    order.distance = first ? 0 : 1;
  }
  return order;
}

// Symbols for what two accesses are asked about, and what they stand for.
class Relating {
public:
  explicit Relating(Pool& pool)
      : pool_(pool), n_(fresh(pool, "n")), i_(fresh(pool, "i")), j_(fresh(pool, "j")),
        first_(fresh(pool, "T1")), second_(fresh(pool, "T2")) {}

  // p@i is before q@j; `swapped`: the first thread is at q, the second at p.
  Expr before(const Order& order, bool swapped) {
    Expr i = swapped ? j_ : i_, j = swapped ? i_ : j_;
    switch (order.kind) {
    case Order::Kind::never:
      return pool_.boolean(false);
    case Order::Kind::always:
      return pool_.boolean(true);
    case Order::Kind::distance:
      return pool_.le(i, pool_.sub(j, number(pool_, order.distance)));
    case Order::Kind::windows:
      break;
    }
    std::vector<Expr> any;
    for (const Window& w : order.windows)
      any.push_back(fits(w, i, j, swapped));
    return pool_.any(any);
  }

  // What is said of p@i and q@j, said of q@i and p@j.
  Expr turned(Expr e) {
    Pool::Memo known{{i_, j_}, {j_, i_}, {first_, second_}, {second_, first_}};
    return pool_.substitute(
        e, [](Expr) -> Expr { return nullptr; }, known);
  }

  // In the section's, and in those of loops that issue `p` without barriers.
  Expr same_iteration(const Segment& p) {
    std::vector<Expr> parts{pool_.eq(i_, j_)};
    for (std::size_t k = 0; k < p.inner.size(); ++k)
      parts.push_back(pool_.eq(inner(k).first, inner(k).second));
    return pool_.all(parts);
  }
  Expr n() const { return n_; }
  // Iterations of the two accesses, and trip counts of their loops.
  Expr i() const { return i_; }
  Expr j() const { return j_; }
  Expr first_trips() const { return first_; }
  Expr second_trips() const { return second_; }

  protocol::Cross::Relation relation(Expr fact, Expr n, const RoleAccesses& first, const Segment& p,
                                     const RoleAccesses& second, const Segment& q) {
    const auto trips = [&](const RoleAccesses& role, const Segment& s) {
      return parameter(pool_, role.trips[s.section]);
    };
    protocol::Cross::Relation found{
        fact,
        {{n_, parameter(pool_, n)}, {i_, p.iteration}, {first_, trips(first, p)}},
        {{j_, q.iteration}, {second_, trips(second, q)}},
        {}};
    for (std::size_t k = 0; k < p.inner.size(); ++k)
      found.first.emplace_back(inner(k).first, p.inner[k]);
    for (std::size_t k = 0; k < q.inner.size(); ++k)
      found.second.emplace_back(inner(k).second, q.inner[k]);
    return found;
  }

private:
  // Symbols for the iterations of the k-th of Segment::inner.
  const std::pair<Expr, Expr>& inner(std::size_t k) {
    while (inner_.size() <= k)
      inner_.emplace_back(fresh(pool_, "k1"), fresh(pool_, "k2"));
    return inner_[k];
  }

  Expr value(const Linear& l, Expr j, bool swapped) {
    Expr base = number(pool_, 0);
    if (l.base == Linear::Base::second) base = j;
    if (l.base == Linear::Base::trips_first) base = swapped ? second_ : first_;
    if (l.base == Linear::Base::trips_second) base = swapped ? first_ : second_;
    return pool_.add(base, number(pool_, l.constant));
  }

  Expr congruent(Expr e, std::int64_t residue, std::int64_t period) {
    if (period == 1) return pool_.boolean(true);
    return pool_.eq(pool_.rem(pool_.sub(e, number(pool_, residue)), number(pool_, period)),
                    number(pool_, 0));
  }

  Expr fits(const Window& w, Expr i, Expr j, bool swapped) {
    std::vector<Expr> parts;
    if (w.n_period == 0) {
      parts.push_back(pool_.eq(n_, number(pool_, w.n_first)));
    } else {
      parts.push_back(pool_.le(number(pool_, w.n_first), n_));
      parts.push_back(congruent(n_, w.n_first, w.n_period));
    }
    parts.push_back(pool_.le(value(w.low, j, swapped), j));
    parts.push_back(pool_.le(j, value(w.high, j, swapped)));
    parts.push_back(congruent(j, w.low.constant, w.j_period));
    parts.push_back(pool_.le(i, value(w.last, j, swapped)));
    return pool_.all(parts);
  }

  Pool& pool_;
  Expr n_, i_, j_, first_, second_;
  std::vector<std::pair<Expr, Expr>> inner_;
};

// Adds what may meet within a block to `out`: the crosses of two segments with themselves or each
// other, among warps or among the lanes of one. Which of them are ordered is up to the derived.
class CrossBuilder {
public:
  virtual ~CrossBuilder() = default;
  void run();

protected:
  CrossBuilder(const core::Kernel& kernel, const Case& c, protocol::BlockCrosses& crosses)
      : pool_(*kernel.pool), case_(c), relating_(*kernel.pool), kernel_(kernel), crosses_(crosses) {
  }

  struct Sides {
    std::uint32_t r, s; // roles
    const Segment &p, &q;
    Pairing pairing;
    // A copy is no other thread than itself.
    bool one_copy() const { return pairing == Pairing::own && &p == &q; }
  };
  // When neither is before the other; std::nullopt: never.
  virtual std::optional<protocol::Cross::Relation> unordered(const Sides& sides) = 0;
  // p is of a thread and before q, which is of the async proxy: when there is no proxy fence in
  // between, and when there is one that comes late (theory.md section 4a). Of memory of that space.
  virtual std::vector<protocol::Cross::Relation> unfenced(const Sides& sides,
                                                          core::Space space) = 0;
  // p changes tensor maps that q goes by, and is before it: when there are no fences of such.
  virtual std::vector<protocol::Cross::Relation> map_unfenced(const Sides&) { return {}; }
  // Both touch tensor memory, p before q: when there is no fence of tensor operations behind p, and
  // when there is none before q.
  virtual std::vector<protocol::Cross::Relation> tensor_unfenced(const Sides&) { return {}; }
  // The order of what is in segment `p` of role `r` and the end of the threads of role `s`, other
  // threads.
  virtual Order before_end(std::uint32_t, const Segment&, std::uint32_t) { return {}; }
  // What is more to be asked of tensor memory than `unordered` says.
  virtual std::vector<protocol::Cross::Relation> tensor_unordered(const Sides&) { return {}; }

  Pool& pool_;
  const Case& case_;
  Relating relating_;

private:
  bool may_conflict(const Segment& p, const Segment& q);
  void pair(std::uint32_t r, const Segment& p, std::uint32_t s, const Segment& q);
  void cross(const Sides& sides, protocol::Crosses& out);
  void add(const Sides& sides, protocol::Cross::Relation relation, protocol::Crosses& out);
  void proxies(const Sides& sides, protocol::Crosses& out);
  // What accesses a segment has.
  struct Kinds {
    bool tensor = false, map = false;
    std::map<core::ArrayId, bool> of_threads; // touched, and not only read
    std::set<core::ArrayId> async;            // touched by the async proxy, maps apart
  };
  const Kinds& kinds(const Segment& segment);
  bool hands_over(const Segment& p, const Segment& q, core::Space space);
  void among_lanes(const Segment& p, const protocol::Cross& cross);
  Expr kept(const Sides& sides);
  bool is_in_all_blocks(std::uint32_t role, std::uint32_t of) const;

  const core::Kernel& kernel_;
  protocol::BlockCrosses& crosses_;
  std::map<const Segment*, std::map<core::ArrayId, bool>> touched_; // by array: not only read
  std::map<const Segment*, Kinds> kinds_;
};

// Do the two orders together leave no pair of iterations unordered?
bool covers(const Order& a, const Order& b);

// Of a case with a flat skeleton. `orders`: of threads; `relaxed`: with what relaxed operations
// order of tensor memory, nullptr where there are none.
void add_flat_crosses(const core::Kernel& kernel, const Case& c, const Analysis& orders,
                      const Analysis* relaxed, protocol::BlockCrosses& crosses);

// What orders a nested skeleton has: of threads, and with its matrix products, where there are
// some.
struct NestedOrders {
  const NestedAnalysis& of_threads;
  const std::optional<NestedSkeleton>& products;
  NestedLimits limits;
};

// Of a case with a nested skeleton.
void add_nested_crosses(const core::Kernel& kernel, const Case& c, const NestedOrders& orders,
                        protocol::BlockCrosses& crosses);

} // namespace heddle::barrier
