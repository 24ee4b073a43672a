#include "protocol/split/split.hpp"
#include "core/clusters.hpp"
#include "protocol/chains/chains.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace heddle::protocol {

namespace {

// Accesses of all traces together; more is refused rather than run out of memory.
constexpr std::size_t max_accesses = 500'000;
// Pairs of a trace of which it is asked what orders them.
constexpr std::size_t max_orders = 4096;

using Display = std::vector<std::pair<std::string, Expr>>;

// An access on a side, still in the protocol's symbols.
struct Occurrence {
  const Access* access;
  std::vector<Passing> guards;
  std::vector<const Loop*> loops;
};

// Lists the accesses of a side; fixes the binders of first iterations in `copy`.
class Collector {
public:
  Collector(Loops& loops, ThreadCopy& copy) : loops_(loops), copy_(copy) {}

  std::vector<Occurrence> run(const SidePtr& side) {
    visit(side);
    for (SymbolId binder : first_)
      if (!general_.contains(binder))
        copy_.set(binder, loops_.pool().constant(0, loops_.pool().symbol(binder).type));
    return std::move(found_);
  }
  bool exact() const { return exact_; }

private:
  void visit(const SidePtr& side) {
    if (!side) return;
    if (const auto* local = std::get_if<Side::Local>(&side->node)) {
      for (const NodePtr& node : local->nodes)
        visit(node);
    } else if (const auto* guarded = std::get_if<Side::Guarded>(&side->node)) {
      under(guarded->way, [&] { visit(guarded->inner); });
    } else if (const auto* either = std::get_if<Side::Either>(&side->node)) {
      for (const SidePtr& part : either->parts)
        visit(part);
    } else {
      const auto& iteration = std::get<Side::Iteration>(side->node);
      const Loop& loop = *iteration.loop;
      if (!iteration.first) {
        general_.insert(loop.binder);
        return in_loop(loop, iteration.way, [&] { visit(iteration.inner); });
      }
      first_.insert(loop.binder);
      Pool& pool = loops_.pool();
      Expr k = loops_.binder(loop);
      const Expr is_first = pool.eq(k, pool.constant(0, k->type));
      in_loop(loop,
              {pool.logical_and(iteration.way.cond, is_first),
               pool.logical_and(iteration.way.beside, is_first)},
              [&] { visit(iteration.inner); });
    }
  }

  void visit(const NodePtr& node) {
    if (!node) return;
    if (const auto* access = std::get_if<Access>(&node->node)) {
      found_.push_back({access, guards_, stack_});
    } else if (const auto* seq = std::get_if<Seq>(&node->node)) {
      for (const NodePtr& part : seq->parts)
        visit(part);
    } else if (const auto* branch = std::get_if<If>(&node->node)) {
      const Expr c = branch->cond, not_c = loops_.pool().logical_not(c);
      under({c, c}, [&] { visit(branch->then_part); });
      under({not_c, not_c}, [&] { visit(branch->else_part); });
    } else if (const auto* loop = std::get_if<Loop>(&node->node)) {
      const Guard runs = loops_.runs(*loop);
      exact_ = exact_ && runs.exact;
      general_.insert(loop->binder);
      in_loop(*loop, {runs.cond, runs.cond}, [&] { visit(loop->body); });
    }
  }

  template <typename F> void under(const Passing& way, F body) {
    guards_.push_back(way);
    body();
    guards_.pop_back();
  }
  template <typename F> void in_loop(const Loop& loop, const Passing& way, F body) {
    stack_.push_back(&loop);
    under(way, body);
    stack_.pop_back();
  }

  Loops& loops_;
  ThreadCopy& copy_;
  std::vector<Occurrence> found_;
  std::vector<Passing> guards_;
  std::vector<const Loop*> stack_;
  // Copies of a loop (a loop inside a loop's condition) have one binder and may need both.
  std::set<SymbolId> first_, general_;
  bool exact_ = true;
};

// Arrays that may be the same memory have one representative.
class AliasClasses {
public:
  explicit AliasClasses(const core::Kernel& kernel) : parent_(kernel.arrays.size()) {
    std::iota(parent_.begin(), parent_.end(), ArrayId{0});
    for (auto [a, b] : kernel.aliases) {
      const ArrayId x = find(a), y = find(b);
      parent_[std::max(x, y)] = std::min(x, y);
    }
  }
  ArrayId find(ArrayId a) const {
    while (parent_.at(a) != a)
      a = parent_[a];
    return a;
  }

private:
  std::vector<ArrayId> parent_;
};

class Splitter {
public:
  Splitter(ClassContext& context, Questions& out)
      : context_(context), kernel_(*context.protocol.kernel), pool_(context.copies.pool()),
        aliases_(kernel_), out_(out) {}

  void run(const Crosses& crosses) {
    for (std::size_t i = 0; i < crosses.crosses.size() && !overflow_; ++i)
      split_cross(crosses.crosses[i], i + 1);
  }

private:
  using Copy = std::array<ThreadCopy, 2>;

  struct Question { // one cross, renamed
    const Cross& cross;
    Copy copy;
    std::vector<const Loop*> around; // outermost first
    std::vector<Expr> facts;
    bool exact;
    Passing between = {};
  };

  bool relevant(const Access& access) const {
    switch (kernel_.arrays.at(access.array).space) {
    case core::Space::global:
      return true;
    case core::Space::shared:
      return context_.pairs != PairClass::different_blocks ||
             core::is_distributed(kernel_.arrays.at(access.array));
    case core::Space::constant:
    case core::Space::local:
      return false;
    }
    return true;
  }

  void split_cross(const Cross& cross, std::size_t number) {
    Question q{cross,
               {ThreadCopy(context_.copies, 0), ThreadCopy(context_.copies, 1)},
               {},
               context_.facts,
               cross.exact};
    share(q);
    if (std::ranges::any_of(q.facts, is_false)) return;
    Collector first(context_.loops, q.copy[0]), second(context_.loops, q.copy[1]);
    std::map<ArrayId, std::array<std::vector<Occurrence>, 2>> arrays;
    for (Occurrence& o : first.run(cross.first))
      if (relevant(*o.access)) arrays[aliases_.find(o.access->array)][0].push_back(std::move(o));
    for (Occurrence& o : second.run(cross.second))
      if (relevant(*o.access)) arrays[aliases_.find(o.access->array)][1].push_back(std::move(o));
    q.exact = q.exact && first.exact() && second.exact();
    for (auto& [array, sides] : arrays)
      make_trace(q, number, array, sides);
  }

  // The facts around the cross, and what the binders there stand for.
  void share(Question& q) {
    const Cross& cross = q.cross;
    std::vector<const Around*> chain;
    for (const Around* a = cross.around.get(); a; a = a->parent.get())
      chain.push_back(a);
    std::ranges::reverse(chain);
    for (const Around* a : chain)
      if (a->loop) {
        share_binder(q, *a->loop);
        q.around.push_back(a->loop);
      }
    for (const Around* a : chain) {
      q.exact = q.exact && a->exact;
      for (ThreadCopy& copy : q.copy)
        add(q, copy(a->cond));
    }
    if (cross.first_cond) add(q, q.copy[0](cross.first_cond));
    if (cross.second_cond) add(q, q.copy[1](cross.second_cond));
    if (cross.relation) relate(q, *cross.relation);
    if (cross.loop) cross_iterations(q);
  }

  void relate(Question& q, const Cross::Relation& relation) {
    Pool::Memo meaning;
    for (const auto& [symbol, e] : relation.first)
      meaning.emplace(symbol, q.copy[0](e));
    for (const auto& [symbol, e] : relation.second)
      meaning.emplace(symbol, q.copy[1](e));
    add(q, pool_.substitute(relation.fact, [&](Expr leaf) -> Expr {
      const auto it = meaning.find(leaf);
      return it == meaning.end() ? nullptr : it->second;
    }));
  }

  void share_binder(Question& q, const Loop& loop) {
    for (ThreadCopy& copy : q.copy)
      copy.set(loop.binder, context_.loops.binder(loop));
  }

  void cross_iterations(Question& q) {
    const Cross& cross = q.cross;
    const Loop& loop = *cross.loop;
    Expr k = context_.loops.binder(loop);
    ThreadCopy between = q.copy[1]; // the second thread, in both iterations
    q.copy[0].set(loop.binder, k);
    q.copy[1].set(loop.binder, cross.next);
    between.set(loop.binder, k);
    add(q, q.copy[0](cross.runs));
    add(q, q.copy[1](cross.runs));
    if (cross.next_symbol) add(q, pool_.lt(k, cross.next_symbol));
    if (cross.between.cond) {
      const Expr fact = between(cross.between.cond);
      if (std::ranges::find(q.facts, fact) == q.facts.end())
        q.between = {fact, between(cross.between.beside)};
      add(q, fact);
    }
    q.around.push_back(&loop);
  }

  void add(Question& q, Expr fact) {
    if (is_true(fact) || std::ranges::find(q.facts, fact) != q.facts.end()) return;
    q.facts.push_back(fact);
  }

  // Drops the accesses that conflict with none of the other side.
  void prune(const Cross& cross, std::array<std::vector<Occurrence>, 2>& sides) const {
    const auto partner = [&](const Occurrence& a, const std::vector<Occurrence>& others) {
      return std::ranges::any_of(others, [&](const Occurrence& b) {
        return conflicting(kernel_, *a.access, *b.access, context_.pairs);
      });
    };
    const bool any =
        std::ranges::any_of(sides[0], [&](const Occurrence& a) { return partner(a, sides[1]); });
    if (!any) {
      sides[0].clear();
      sides[1].clear();
      return;
    }
    const std::vector<Occurrence> first = sides[0];
    std::erase_if(sides[0], [&](const Occurrence& a) { return !partner(a, sides[1]); });
    std::erase_if(sides[1], [&](const Occurrence& b) {
      return !partner(b, cross.symmetric ? first : sides[0]);
    });
  }

  TraceAccess rename(Question& q, std::size_t t, const Occurrence& o) {
    ThreadCopy& copy = q.copy[t];
    std::vector<Expr> guards, beside;
    for (const Passing& way : o.guards) {
      guards.push_back(copy(way.cond));
      if (is_false(guards.back())) break;
      beside.push_back(way.beside == way.cond ? guards.back() : copy(way.beside));
    }
    TraceAccess result{o.access, pool_.all(guards), pool_.all(beside), nullptr, nullptr, {}};
    if (is_false(result.guard)) return result;
    result.offset = copy(o.access->offset);
    if (o.access->value) result.value = copy(o.access->value);
    add_loops(q, copy, o, result);
    return result;
  }

  // The loops around, and the trips of those that are written out.
  void add_loops(Question& q, ThreadCopy& copy, const Occurrence& o, TraceAccess& result) {
    std::size_t depth = 0;
    auto trip = o.access->trips.begin();
    const auto add_trips = [&] {
      for (; trip != o.access->trips.end() && trip->depth <= depth; ++trip)
        result.loops.emplace_back(trip->name, copy(trip->value));
    };
    add_trips();
    for (const std::vector<const Loop*>* loops : {&std::as_const(q.around), &o.loops})
      for (const Loop* loop : *loops) {
        Expr iteration = copy(context_.loops.binder(*loop));
        for (const auto& [name, value] : loop->display)
          result.loops.emplace_back(name, copy(value));
        if (loop->display.empty() && loop->loc.file == o.access->loc.file) // else: whose line?
          result.loops.emplace_back("iteration (line " + std::to_string(loop->loc.line) + ")",
                                    iteration);
        result.iterations.emplace_back(loop->loc, iteration);
        ++depth;
        add_trips();
      }
  }

  // Which accesses to keep: the first of those that are alike, when it can happen at all.
  static std::vector<bool> distinct(const std::vector<TraceAccess>& accesses) {
    std::map<std::tuple<AccessKind, ArrayId, Expr, unsigned, Expr, Expr, Scope>, bool> seen;
    std::vector<bool> keep;
    for (const TraceAccess& a : accesses)
      keep.push_back(!is_false(a.guard) &&
                     seen.emplace(std::tuple(a.access->kind, a.access->array, a.offset,
                                             a.access->size, a.guard, a.value, a.access->scope),
                                  true)
                         .second);
    return keep;
  }

  static void keep_only(std::vector<TraceAccess>& accesses, const std::vector<bool>& keep) {
    std::size_t i = 0;
    std::erase_if(accesses, [&](const TraceAccess&) { return !keep[i++]; });
  }

  void make_trace(Question& q, std::size_t number, ArrayId array,
                  std::array<std::vector<Occurrence>, 2>& sides) {
    prune(q.cross, sides);
    if (sides[0].empty() || sides[1].empty()) return;
    count_ += sides[0].size() + sides[1].size();
    if (count_ > max_accesses) {
      if (!overflow_) out_.unknowns.emplace_back("too many pairs of accesses to ask about", Loc{});
      overflow_ = true;
      return;
    }
    Trace trace;
    trace.name = kernel_.name + "." + to_string(context_.pairs) + "." + std::to_string(number) +
                 "." + kernel_.arrays.at(array).name;
    trace.pairs = context_.pairs;
    trace.threads = context_.copies.threads();
    trace.symmetric = q.cross.symmetric;
    trace.exact = q.exact;
    trace.between = q.between.cond;
    trace.beside = q.between.beside;
    trace.lane = context_.lane;
    if (q.cross.relation) {
      trace.order = q.cross.relation->order;
      for (std::size_t t = 0; t < 2; ++t)
        if (Expr& i = trace.order.iteration[t]) i = q.copy[t](i);
    }
    for (const Occurrence& o : sides[0])
      trace.first.push_back(rename(q, 0, o));
    for (const Occurrence& o : sides[1])
      trace.second.push_back(rename(q, 1, o));
    const std::vector<bool> keep = distinct(trace.first);
    keep_only(trace.second, trace.symmetric ? keep : distinct(trace.second));
    keep_only(trace.first, keep);
    if (trace.first.empty() || trace.second.empty()) return;
    if (context_.chains) order_pairs(q, trace);
    state_facts(q, trace);
    out_.traces.push_back(std::move(trace));
  }

  void order_pairs(Question& q, Trace& trace) {
    for (std::size_t i = 0; i < trace.first.size(); ++i)
      for (std::size_t j = trace.symmetric ? i : 0; j < trace.second.size(); ++j) {
        const Access &a = *trace.first[i].access, &b = *trace.second[j].access;
        if (!conflicting(kernel_, a, b, context_.pairs)) continue;
        PairOrder order;
        if (trace.orders.size() < max_orders)
          order = context_.chains->order(a, b, q.copy);
        else
          order.followed = false;
        out_.zeroed.insert(order.zeroed.begin(), order.zeroed.end());
        trace.orders.emplace(std::pair(i, j), std::move(order));
      }
  }

  void state_facts(const Question& q, Trace& trace) {
    trace.facts = q.facts;
    std::vector<Expr> used = trace.facts;
    for (const auto* side : {&trace.first, &trace.second})
      for (const TraceAccess& a : *side)
        used.insert(used.end(), {a.guard, a.offset, a.value});
    for (const auto& [pair, order] : trace.orders)
      used.push_back(order.unordered);
    for (Expr fact : sequence_facts(context_.copies, used)) {
      trace.facts.push_back(fact);
      used.push_back(fact);
    }
    for (Expr fact : content_facts(context_.copies, context_.protocol, used)) {
      trace.facts.push_back(fact);
      used.push_back(fact);
    }
    trace.uniform = uniform_atoms(context_.copies, used);
  }

  ClassContext& context_;
  const core::Kernel& kernel_;
  Pool& pool_;
  AliasClasses aliases_;
  Questions& out_;
  std::size_t count_ = 0;
  bool overflow_ = false;
};

} // namespace

const char* to_string(PairClass pairs) {
  switch (pairs) {
  case PairClass::same_thread:
    return "thread";
  case PairClass::lane_rows:
    return "rows";
  case PairClass::same_warp:
    return "warp";
  case PairClass::same_block:
    return "block";
  case PairClass::different_blocks:
    return "grid";
  }
  return "";
}

void split(ClassContext& context, const Crosses& crosses, Questions& out) {
  Splitter(context, out).run(crosses);
  out.unknowns.insert(out.unknowns.end(), crosses.unknowns.begin(), crosses.unknowns.end());
}

std::vector<Expr> assumptions(Copies& copies, const core::Kernel& kernel) {
  ThreadCopy copy(copies, 0);
  std::vector<Expr> result;
  for (const core::Assumption& a : kernel.assumptions) {
    Expr e = copy(a.cond);
    if (!is_true(e)) result.push_back(e);
  }
  return result;
}

} // namespace heddle::protocol
