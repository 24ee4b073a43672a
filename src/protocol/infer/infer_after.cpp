// What is known of a loop as a whole: its effect on variables, and values behind it.
#include "core/visit.hpp"
#include "protocol/infer/infer_engine.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

// Of the nodes of an expression: larger facts cost the solver more than they help.
constexpr std::uint32_t max_exit_facts = 300;

} // namespace

// The thread returns in this iteration (`it` run for a thread that has not returned before).
Expr Engine::exit_cond(const Iteration& it) {
  Expr left = pool_.boolean(false), exits = pool_.boolean(false);
  for (const Left& l : it.out.left) {
    left = pool_.logical_or(left, l.cond);
    exits = pool_.logical_or(exits, pool_.logical_and(l.cond, l.state.exited));
  }
  Expr at_end = it.out.falls ? it.end.exited : pool_.boolean(it.out.exits);
  exits = pool_.logical_or(exits, pool_.logical_and(pool_.logical_not(left), at_end));
  return pool_.logical_and(it.cond, exits);
}

// The effect of one iteration, over symbols for the values at its head. Context-free, hence run
// once per loop.
const LoopSummary& Engine::summary(const core::Stmt& stmt, const core::Loop& node) {
  auto& slot = summaries_[&stmt];
  if (slot) return *slot;
  auto sum = std::make_unique<LoopSummary>();
  const auto& modified = prepared_.info.at(&stmt).modified;
  sum->carried.assign(modified.begin(), modified.end());
  State s;
  for (core::VarId var : prepared_.vars)
    s.vars.push_back(pool_.symbol_ref(var));
  for (std::size_t v : sum->carried) {
    Symbol head = pool_.symbol(prepared_.vars[v]);
    head.role = Role::fresh;
    sum->heads.push_back(pool_.symbol_ref(pool_.new_symbol(std::move(head))));
    s.vars[v] = sum->heads.back();
  }
  s.exited = pool_.boolean(false);
  s.assumed = pool_.boolean(true);

  const bool emitting = std::exchange(emitting_, false);
  std::vector<Expr> known = known_.suspend();
  std::vector<Expr> binders = std::exchange(binders_, {});
  NodePtr head, body;
  sum->iteration = iterate(node, std::move(s), nullptr, head, body);
  sum->exits = exit_cond(sum->iteration);
  emitting_ = emitting;
  known_.resume(std::move(known));
  binders_ = std::move(binders);
  return *(summaries_[&stmt] = std::move(sum));
}

// The summary's iteration k in the context of `s`, without running it again.
Iteration Engine::applied(const LoopFrame& frame, const State& s) {
  std::unordered_map<Expr, Expr> heads;
  for (const CarriedVar& v : frame.vars)
    heads.emplace(v.head, v.value);
  Pool::Memo memo;
  const auto put = [&](Expr e) -> Expr {
    if (!e) return nullptr;
    return pool_.substitute(
        e,
        [&](Expr x) -> Expr {
          if (x->op != Op::symbol) return nullptr;
          if (auto it = heads.find(x); it != heads.end()) return it->second;
          const auto it = prepared_.index.find(static_cast<SymbolId>(x->value));
          return it == prepared_.index.end() ? nullptr : value_of(it->second, s);
        },
        memo);
  };
  const auto put_state = [&](State& t) {
    for (std::size_t v : frame.summary.carried)
      t.vars[v] = put(t.vars[v]);
    t.exited = put(t.exited);
  };
  Iteration it = frame.summary.iteration;
  it.cond = put(it.cond);
  put_state(it.exit);
  put_state(it.end);
  for (Left& l : it.out.left) {
    l.cond = put(l.cond);
    put_state(l.state);
  }
  return it;
}

// What is known of the number of iterations `count` of a thread that goes on behind the loop: in
// the last one it stops, unless the condition at the head fails there, and it stops in none before.
// Nothing where that is large.
Expr Engine::last_iteration(const LoopFrame& frame, const Iteration& it, Expr stops, Expr count) {
  Expr k = frame.binder;
  Expr last = pool_.logical_or(pool_.logical_not(it.cond), stops);
  Expr goes_on = it.cond;
  for (const Left& l : it.out.left)
    goes_on = pool_.logical_and(goes_on, pool_.logical_not(l.cond));
  Expr first = pool_.eq(k, pool_.constant(0, k->type));
  Expr before = pool_.logical_or(first, at_previous(pool_, goes_on, k));
  Expr fact = replace(pool_, pool_.logical_and(last, before), k, count);
  return table_.facts(fact).size > max_exit_facts ? pool_.boolean(true) : fact;
}

// Does the loop come round, and is there an end to it as it is written?
bool Engine::may_end(const LoopFrame& frame) const {
  if (!frame.summary.iteration.out.falls) return false;
  if (frame.loop.cond->op != Op::constant) return true;
  bool breaks = false;
  core::for_each_statement(frame.loop.body, [&](const core::Stmt& s) {
    const auto* jump = std::get_if<core::Break>(&s.node);
    breaks = breaks || (jump && jump->label == frame.loop.label);
  });
  return breaks;
}

// The loop has an end, but no value that its variables take in unbounded integers leads there.
void Engine::endless(const LoopFrame& frame) {
  protocol_.unknowns.emplace_back(
      "this loop ends at most when a variable overflows, which is assumed not to happen",
      frame.stmt.loc);
}

// Does the loop go on while what it multiplies is small, or what it divides is not zero? Of others,
// as of `m != 0` for m = 1, 2, 4, .., an end may be that the variable wraps around, of which the
// sequence knows nothing.
bool Engine::ends_by_scaling(Expr cond) const {
  const auto is = [&](Expr e, Sequence::Step step) {
    while (e->op == Op::cast && e->type.width >= e->args[0]->type.width)
      e = e->args[0];
    return e->op == Op::apply && std::ranges::any_of(protocol_.sequences, [&](const Sequence& s) {
             return s.fn == static_cast<FunctionId>(e->value) && s.step == step;
           });
  };
  if (cond->op == Op::lt || cond->op == Op::le)
    return is(cond->args[0], Sequence::Step::multiply) || is(cond->args[1], Sequence::Step::divide);
  if (cond->op != Op::logical_not || cond->args[0]->op != Op::eq) return false;
  const auto& sides = cond->args[0]->args;
  return (is(sides[0], Sequence::Step::divide) && constant_value(sides[1]) == 0) ||
         (is(sides[1], Sequence::Step::divide) && constant_value(sides[0]) == 0);
}

Outcome Engine::after(LoopFrame& frame, Iteration it, State& s) {
  Expr k = frame.binder, zero = pool_.constant(0, k->type);
  const Loc loc = frame.stmt.loc;
  Expr entered = simplify(replace(pool_, it.cond, k, zero));
  std::vector<Expr> depends{it.cond};
  Scope sharing = table_.facts(it.cond).sharing;
  for (const Left& l : it.out.left) {
    depends.push_back(l.cond);
    sharing = std::min(sharing, table_.facts(l.cond).sharing);
  }
  const std::string where = loc ? " of the loop at line " + std::to_string(loc.line) : " of a loop";
  Expr count = nullptr; // iterations completed when the thread leaves, where not computed
  const auto at_exit = [&](Expr e) {
    if (!mentions(e, k)) return e;
    if (!count) {
      UnknownValue u{"trips", k->type, loc, "the number of iterations" + where, sharing, depends};
      u.low = 0;
      count = unknown(std::move(u));
    }
    return bounded(replace(pool_, e, k, count), "value", loc);
  };
  const auto some_iteration = [&](Expr cond, const char* what) { // `cond` holds in an iteration
    if (cond->op == Op::constant && !cond->value) return cond;
    const ExprFacts& facts = table_.facts(cond);
    if (mentions(cond, k) || (facts.provisional && emitting_))
      cond = unknown({what, Type::boolean(), loc, std::string("whether a thread ") + what + where,
                      std::min(sharing, facts.sharing), depends});
    return pool_.logical_and(entered, cond);
  };

  State base = s;
  leave_loop(frame.stmt, base);
  base.exited = pool_.logical_or(s.exited, some_iteration(frame.exits, "returns"));
  const auto state_at = [&](const State& in, const auto& value) {
    State t = base;
    for (std::size_t v : frame.summary.carried)
      t.vars[v] = in.vars[v] ? value(in.vars[v]) : nullptr;
    return t;
  };

  Outcome out;
  const auto own = std::ranges::find(it.out.left, Target{frame.loop.label, false}, &Left::target);
  const bool breaks = own != it.out.left.end(), ends = !is_true(it.cond);
  out.falls = breaks || ends;
  out.exits = !out.falls && !is_false(frame.exits);
  for (const Left& l : it.out.left) {
    if (l.target == Target{frame.loop.label, false}) continue;
    const bool only = !out.falls && !out.exits && it.out.left.size() == 1;
    out.left.push_back(
        {l.target, only ? entered : some_iteration(l.cond, "leaves"), state_at(l.state, at_exit)});
  }
  if (!out.falls && emitting_ && may_end(frame)) endless(frame);
  if (!out.falls) return out;

  if (!breaks) {
    const auto trips = count_trips(pool_, it.cond, k);
    s = state_at(it.exit, [&](Expr e) {
      if (!trips || !mentions(e, k)) return at_exit(e);
      Expr last = replace(pool_, e, k, pool_.cast(trips->count, k->type));
      if (last->type.is_int()) last = tidy(pool_, last);
      return bounded(pool_.ite(entered, last, replace(pool_, e, k, zero)), "value", loc);
    });
  } else {
    State ended = it.exit;
    for (std::size_t v : frame.summary.carried) {
      Expr a = own->state.vars[v], b = it.exit.vars[v];
      if (!a || !b || a == b || !ends) {
        ended.vars[v] = ends && (!a || !b) ? nullptr : a;
        continue;
      }
      ended.vars[v] = pool_.ite(it.cond, a, b);
    }
    s = state_at(ended, at_exit);
  }
  // A plain condition says little, and what it is about would look as if everything behind hung on
  // it: where values are multiplied or divided it is told of what hangs on the number alone.
  if (emitting_ && count && !breaks && ends_by_scaling(it.cond)) {
    Expr here = pool_.logical_and(known_.all(), guard(s));
    Expr fact = last_iteration(frame, it, pool_.boolean(false), count);
    protocol_.exits.push_back(
        {static_cast<FunctionId>(count->value), pool_.implies(here, fact), binders_});
  }
  if (emitting_ && count && (breaks || it.cond->op == Op::logical_and)) {
    Expr fact = last_iteration(frame, it, breaks ? own->cond : pool_.boolean(false), count);
    if (is_false(simplify(fact)) && may_end(frame)) endless(frame);
    out.require = hold(fact, s);
  }
  return out;
}

} // namespace heddle::protocol
