#include "protocol/align/align.hpp"

#include <algorithm>
#include <unordered_set>

namespace heddle::protocol {

namespace {

// Guards nest once per conditional barrier in a sequence; more are refused, not overflowed.
constexpr unsigned max_depth = 2000;

SidePtr local(std::vector<NodePtr> nodes) {
  if (nodes.empty()) return nullptr;
  return std::make_shared<const Side>(Side{Side::Local{std::move(nodes)}, 1});
}

SidePtr guarded(const Passing& way, SidePtr inner) {
  if (!inner || is_false(way.cond)) return nullptr;
  if (is_true(way.cond)) return inner;
  const unsigned depth = inner->depth + 1;
  return std::make_shared<const Side>(Side{Side::Guarded{way, std::move(inner)}, depth});
}

SidePtr iteration(const Loop& loop, bool first, const Passing& way, SidePtr inner) {
  if (!inner || is_false(way.cond)) return nullptr;
  const unsigned depth = inner->depth + 1;
  return std::make_shared<const Side>(
      Side{Side::Iteration{&loop, first, way, std::move(inner)}, depth});
}

SidePtr either(SidePtr a, SidePtr b) {
  if (!a) return b;
  if (!b) return a;
  const unsigned depth = std::max(a->depth, b->depth) + 1;
  return std::make_shared<const Side>(Side{Side::Either{{std::move(a), std::move(b)}}, depth});
}

struct Summary {
  Guard g;
  Expr beside;            // what remains of g where loops with barriers may be entered
  SidePtr prefix, suffix; // P, S

  Passing way() const { return {g.cond, beside}; }
};

class Aligner {
public:
  Aligner(Loops& loops, const Cutting& cutting)
      : loops_(loops), pool_(loops.pool()), cutting_(cutting) {}

  Crosses run(const NodePtr& root) {
    summarise(root, nullptr);
    return std::move(result_);
  }

private:
  // Facts that hold where we are, for pruning: a set of conditions with a scope.
  class Known {
  public:
    Known(Aligner& aligner, std::vector<Expr> facts) : aligner_(aligner) {
      for (Expr e : facts)
        for (Expr part : e->op == Op::logical_and ? e->args : std::vector<Expr>{e})
          if (aligner_.known_.insert(part).second) added_.push_back(part);
    }
    ~Known() {
      for (Expr e : added_)
        aligner_.known_.erase(e);
    }
    Known(const Known&) = delete;
    Known& operator=(const Known&) = delete;

  private:
    Aligner& aligner_;
    std::vector<Expr> added_;
  };

  Expr cut(const Barrier& barrier) {
    auto [it, inserted] = cuts_.try_emplace(&barrier, nullptr);
    if (inserted) it->second = cutting_.cuts(barrier);
    return it->second;
  }

  bool has_cut(const NodePtr& node) {
    if (!node) return false;
    if (auto it = has_cut_.find(node.get()); it != has_cut_.end()) return it->second;
    bool found = false;
    if (const auto* barrier = std::get_if<Barrier>(&node->node))
      found = !is_false(cut(*barrier));
    else if (const auto* seq = std::get_if<Seq>(&node->node))
      found = std::ranges::any_of(seq->parts, [&](const NodePtr& p) { return has_cut(p); });
    else if (const auto* branch = std::get_if<If>(&node->node))
      found = has_cut(branch->then_part) || has_cut(branch->else_part);
    else if (const auto* loop = std::get_if<Loop>(&node->node))
      found = has_cut(loop->body);
    has_cut_.emplace(node.get(), found);
    return found;
  }

  // What is known to hold, and what bounds alone decide, is folded away.
  Expr simplify(Expr e) {
    std::unordered_map<Expr, Expr> memo;
    return simplify(e, memo);
  }
  Expr simplify(Expr e, std::unordered_map<Expr, Expr>& memo) {
    if (auto it = memo.find(e); it != memo.end()) return it->second;
    Expr r = simplified(e, memo);
    memo.emplace(e, r);
    return r;
  }
  Expr simplified(Expr e, std::unordered_map<Expr, Expr>& memo) {
    if (known_.contains(e)) return pool_.boolean(true);
    if (known_.contains(pool_.logical_not(e))) return pool_.boolean(false);
    switch (e->op) {
    case Op::logical_not:
      return pool_.logical_not(simplify(e->args[0], memo));
    case Op::logical_and:
    case Op::logical_or: {
      std::vector<Expr> parts;
      for (Expr part : e->args)
        parts.push_back(simplify(part, memo));
      return e->op == Op::logical_and ? pool_.all(parts) : pool_.any(parts);
    }
    case Op::lt:
    case Op::le: {
      const Interval a = interval(pool_, e->args[0]), b = interval(pool_, e->args[1]);
      const bool strict = e->op == Op::lt;
      if (a.high && b.low && (strict ? *a.high < *b.low : *a.high <= *b.low))
        return pool_.boolean(true);
      if (a.low && b.high && (strict ? *a.low >= *b.high : *a.low > *b.high))
        return pool_.boolean(false);
      return e;
    }
    default:
      return e;
    }
  }
  Guard simplify(Guard g) { return {simplify(g.cond), g.exact}; }

  Guard conjunction(Guard a, Guard b) {
    return {pool_.logical_and(a.cond, b.cond), a.exact && b.exact};
  }

  void cross(Cross c) {
    if (!c.first || !c.second) return;
    if (std::max(c.first->depth, c.second->depth) > max_depth) {
      if (result_.unknowns.empty())
        result_.unknowns.emplace_back("too many conditional barriers in a row", Loc{});
      return;
    }
    result_.crosses.push_back(std::move(c));
  }

  // A maximal part without cutting barriers: u x u.
  Summary barrier_free(std::vector<NodePtr> nodes, const AroundPtr& around) {
    SidePtr side = local(std::move(nodes));
    cross({.around = around, .first = side, .second = side, .symmetric = true});
    return {{pool_.boolean(true)}, pool_.boolean(true), side, side};
  }

  Summary summarise(const NodePtr& node, const AroundPtr& around) {
    if (!node) return {{pool_.boolean(true)}, pool_.boolean(true), nullptr, nullptr};
    if (!has_cut(node)) return barrier_free({node}, around);
    if (const auto* barrier = std::get_if<Barrier>(&node->node)) {
      const Expr apart = pool_.logical_not(cut(*barrier));
      return {{apart}, apart, nullptr, nullptr};
    }
    if (const auto* seq = std::get_if<Seq>(&node->node)) return sequence(*seq, around);
    if (const auto* branch = std::get_if<If>(&node->node)) return conditional(*branch, around);
    return repetition(std::get<Loop>(node->node), around);
  }

  void flatten(const Seq& seq, std::vector<NodePtr>& parts) {
    for (const NodePtr& part : seq.parts) {
      const auto* inner = part ? std::get_if<Seq>(&part->node) : nullptr;
      if (inner)
        flatten(*inner, parts);
      else if (part)
        parts.push_back(part);
    }
  }

  Summary sequence(const Seq& seq, const AroundPtr& around) {
    std::vector<NodePtr> parts;
    flatten(seq, parts);
    Summary all{{pool_.boolean(true)}, pool_.boolean(true), nullptr, nullptr};
    for (std::size_t i = 0; i < parts.size();) {
      std::size_t end = i;
      while (end < parts.size() && !has_cut(parts[end]))
        ++end;
      Summary next = end > i ? barrier_free({parts.begin() + static_cast<std::ptrdiff_t>(i),
                                             parts.begin() + static_cast<std::ptrdiff_t>(end)},
                                            around)
                             : summarise(parts[end++], around);
      i = end;
      append(all, next, around);
    }
    return all;
  }

  // p ; q
  void append(Summary& p, const Summary& q, const AroundPtr& around) {
    cross(
        {.around = around, .first = p.suffix, .second = q.prefix, .exact = p.g.exact && q.g.exact});
    p.prefix = either(p.prefix, guarded(p.way(), q.prefix));
    p.suffix = either(q.suffix, guarded(q.way(), p.suffix));
    p.g = conjunction(p.g, q.g);
    p.beside = pool_.logical_and(p.beside, q.beside);
  }

  Summary conditional(const If& branch, const AroundPtr& around) {
    Expr c = branch.cond, not_c = pool_.logical_not(c);
    const auto inside = [&](Expr cond, const NodePtr& part) {
      const Known known(*this, {cond});
      return summarise(part, std::make_shared<const Around>(Around{around, cond, nullptr, true}));
    };
    const Summary p = inside(c, branch.then_part), q = inside(not_c, branch.else_part);
    if (cutting_.may_differ(c)) // accepted by the uniformity obligation, and yet it may differ
      cross({.around = around,
             .first = p.prefix,
             .second = q.prefix,
             .first_cond = pool_.logical_and(c, p.g.cond),
             .second_cond = pool_.logical_and(not_c, q.g.cond),
             .exact = p.g.exact && q.g.exact});
    const Passing then_way{c, c}, else_way{not_c, not_c};
    return {{pool_.ite(c, p.g.cond, q.g.cond), p.g.exact && q.g.exact},
            pool_.ite(c, p.beside, q.beside),
            either(guarded(then_way, p.prefix), guarded(else_way, q.prefix)),
            either(guarded(then_way, p.suffix), guarded(else_way, q.suffix))};
  }

  Summary repetition(const Loop& loop, const AroundPtr& around) {
    Expr zero = pool_.constant(0, loops_.binder(loop)->type);
    const Guard runs = loops_.runs(loop);
    Expr nonempty = loops_.at(loop, loop.cond, zero);
    Summary body;
    {
      const Known known(*this, {runs.cond, nonempty});
      body = summarise(
          loop.body, std::make_shared<const Around>(Around{around, runs.cond, &loop, runs.exact}));
      body.g = simplify(body.g);
      body.beside = simplify(body.beside);
    }
    if (is_false(body.g.cond)) return every_iteration_cuts(loop, runs, body, around);
    return some_iterations_cut(loop, runs, body, around);
  }

  // g = false: P is at the first iteration, S at the last, and neighbours meet.
  Summary every_iteration_cuts(const Loop& loop, const Guard& runs, const Summary& body,
                               const AroundPtr& around) {
    Expr k = loops_.binder(loop);
    Expr after = pool_.add(k, pool_.constant(1, k->type));
    Expr nonempty = loops_.at(loop, loop.cond, pool_.constant(0, k->type));
    cross({.around = around,
           .first = body.suffix,
           .second = body.prefix,
           .loop = &loop,
           .runs = runs.cond,
           .next = after,
           .exact = runs.exact && body.g.exact});
    // An iteration after an over-approximated early exit may be the last one at any time.
    Expr last =
        loop.exact ? pool_.logical_not(loops_.at(loop, loop.cond, after)) : pool_.boolean(true);
    Expr empty = loop.exact ? simplify(pool_.logical_not(nonempty)) : pool_.boolean(true);
    const Expr ends = pool_.logical_and(runs.cond, last);
    return {{empty, loop.exact && body.g.exact},
            pool_.boolean(true),
            iteration(loop, true, {nonempty, nonempty}, body.prefix),
            iteration(loop, false, {ends, ends}, body.suffix)};
  }

  Summary some_iterations_cut(const Loop& loop, const Guard& runs, const Summary& body,
                              const AroundPtr& around) {
    Expr k = loops_.binder(loop), j = loops_.bound(loop), y = loops_.primed(loop);
    const auto cuts = [&](Expr free) { return pool_.logical_not(loops_.at(loop, free, j)); };
    const auto none = [&](Expr low, Expr upper, Expr free) {
      return none_above(pool_, j, low, upper, cuts(free), loops_.sequences());
    };
    const auto runs_and = [&](Expr cond, Expr beside) {
      return Passing{pool_.logical_and(runs.cond, cond), pool_.logical_and(runs.cond, beside)};
    };
    const auto rest = [&](Expr low, Expr free) { return this->rest(loop, cuts(free), low); };
    const Guard between = none(k, pool_.lt(j, y), body.g.cond);
    cross({.around = around,
           .first = body.suffix,
           .second = body.prefix,
           .loop = &loop,
           .runs = runs.cond,
           .next = y,
           .next_symbol = y,
           .between = {between.cond, none(k, pool_.lt(j, y), body.beside).cond},
           .exact = runs.exact && between.exact && body.g.exact});
    const auto before = [&](Expr free) { return none(nullptr, pool_.lt(j, k), free).cond; };
    const auto after = [&](Expr free) { return rest(k, free).cond; };
    const Guard all = rest(nullptr, body.g.cond);
    return {simplify(Guard{all.cond, all.exact && body.g.exact}),
            simplify(rest(nullptr, body.beside).cond),
            iteration(loop, false, runs_and(before(body.g.cond), before(body.beside)), body.prefix),
            iteration(loop, false, runs_and(after(body.g.cond), after(body.beside)), body.suffix)};
  }

  // No iteration after `low` (nullptr: at all) runs and executes a barrier.
  Guard rest(const Loop& loop, Expr cuts, Expr low) {
    if (!loop.exact) return {pool_.boolean(true), false};
    Expr j = loops_.bound(loop);
    if (loops_.monotone(loop))
      return none_above(pool_, j, low, loops_.at(loop, loop.cond, j), cuts, loops_.sequences());
    // cond(j) alone does not say that j runs, except for the very next one.
    Expr next = low ? pool_.add(low, pool_.constant(1, j->type)) : pool_.constant(0, j->type);
    const auto put = [&](Expr x) { return x == j ? next : nullptr; };
    Expr executed =
        pool_.logical_and(loops_.at(loop, loop.cond, next), pool_.substitute(cuts, put));
    return {pool_.logical_not(executed), false};
  }

  Loops& loops_;
  Pool& pool_;
  const Cutting& cutting_;
  Crosses result_;
  std::unordered_map<const Barrier*, Expr> cuts_;
  std::unordered_map<const Node*, bool> has_cut_;
  std::unordered_set<Expr> known_;
};

} // namespace

Crosses align(const NodePtr& root, Loops& loops, const Cutting& cutting) {
  if (cutting.lock_step) return align_lock_step(root, loops, cutting);
  return Aligner(loops, cutting).run(root);
}

} // namespace heddle::protocol
