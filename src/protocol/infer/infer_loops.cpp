#include "protocol/infer/infer_engine.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

// Unrolling: trips of one loop, copies of one statement, statements of one unrolled loop.
constexpr std::int64_t max_trips = 32, max_copies = 64, max_weight = 4000;
// An early exit of a loop without barriers is over-approximated when its condition is larger.
constexpr std::uint32_t max_exit_size = 80;

} // namespace

// 64-bit and unsigned loops count in the type of their variable.
Expr Engine::make_binder(const LoopFrame& frame) {
  Type type = Type::i32();
  for (const CarriedVar& v : frame.vars) {
    if (!v.head->type.is_int() || !mentions(frame.summary.iteration.cond, v.head)) continue;
    if (v.head->type.width == 64)
      type = Type::i64();
    else if (v.head->type == Type::u32() && type.width < 64)
      type = Type::u32();
  }
  std::string name = "k" + (binder_count_ ? std::to_string(binder_count_) : "");
  if (emitting_) ++binder_count_;
  return pool_.symbol_ref(
      pool_.new_symbol({std::move(name), type, Role::binder, 0, 0, std::nullopt, frame.stmt.loc}));
}

// Puts the context into the loop's effect and finds closed forms over a new binder.
void Engine::close(LoopFrame& frame, const State& s) {
  const LoopSummary& sum = frame.summary;
  Pool::Memo memo;
  for (std::size_t i = 0; i < sum.carried.size(); ++i) {
    const std::size_t var = sum.carried[i];
    Expr end = sum.iteration.out.falls ? sum.iteration.end.vars[var] : sum.heads[i];
    frame.vars.push_back({pool_.symbol(prepared_.vars[var]).name, sum.heads[i], s.vars[var],
                          end ? eval_in(end, s, memo) : sum.heads[i]});
  }
  Expr runs = eval_in(sum.iteration.cond, s, memo);
  frame.exits = eval_in(sum.exits, s, memo);
  frame.binder = make_binder(frame);

  std::vector<Expr> depends;
  if (!emitting_)
    for (const CarriedVar& v : frame.vars) {
      depends.push_back(v.end);
      if (v.init) depends.push_back(v.init);
    }
  const std::string line = frame.stmt.loc ? " at line " + std::to_string(frame.stmt.loc.line) : "";
  LoopFunctions functions;
  functions.unknown = [&](const CarriedVar& v, Scope sharing, std::optional<std::int64_t> low) {
    return unknown({v.name, v.head->type, frame.stmt.loc,
                    "value of '" + v.name + "' in the loop" + line + " is not tracked", sharing,
                    depends, frame.binder, low});
  };
  functions.undefined = [&](const CarriedVar& v) {
    return unknown({v.name, v.head->type, frame.stmt.loc,
                    "'" + v.name + "' may be used before it is set", Scope::thread, depends});
  };
  functions.sequence = [&](const CarriedVar& v, Sequence::Step step, std::int64_t factor) {
    const Interval start = interval(pool_, v.init);
    const bool positive = start.low && *start.low >= 0;
    Function fn{v.name,         v.head->type, Flavour::sequence, table_.facts(v.init).sharing,
                frame.stmt.loc, "",           std::nullopt,      std::nullopt};
    if (positive) fn.low = step == Sequence::Step::multiply ? *start.low : 0;
    if (positive && step == Sequence::Step::divide) fn.high = start.high;
    if (!emitting_)
      return unknown(
          {v.name, v.head->type, frame.stmt.loc, "", fn.sharing, depends, frame.binder, fn.low});
    const FunctionId id = pool_.new_function(std::move(fn));
    protocol_.sequences.push_back(
        {step, id, static_cast<SymbolId>(frame.binder->value), v.init, factor, {}});
    for (Expr binder : binders_)
      protocol_.sequences.back().outer.push_back(static_cast<SymbolId>(binder->value));
    std::vector<Expr> args = binders_;
    args.push_back(frame.binder);
    return pool_.apply(id, std::move(args));
  };
  Expr goes_on = runs;
  for (const Left& l : sum.iteration.out.left)
    goes_on = pool_.logical_and(goes_on, pool_.logical_not(eval_in(l.cond, s, memo)));
  goes_on = pool_.logical_and(goes_on, pool_.logical_not(frame.exits));
  close_forms(pool_, table_, frame.vars, frame.binder, runs, goes_on, functions);

  Pool::Memo forms;
  frame.exits = pool_.substitute(
      frame.exits,
      [&](Expr x) -> Expr {
        for (const CarriedVar& v : frame.vars)
          if (v.head == x) return v.value;
        return nullptr;
      },
      forms);
}

// Has the thread returned in an iteration before k? Loops without barriers have no such iterations.
Expr Engine::exited_before(LoopFrame& frame) {
  Expr k = frame.binder;
  if (!frame.barrier || is_false(frame.exits)) return pool_.boolean(false);
  Expr later = pool_.ne(k, pool_.constant(0, k->type));
  const ExprFacts& facts = table_.facts(frame.exits);
  if (facts.provisional || !stays_true(pool_, frame.exits, k))
    return pool_.logical_and(later, unknown({"returned",
                                             Type::boolean(),
                                             frame.stmt.loc,
                                             "in which iteration the thread returns",
                                             facts.sharing,
                                             {frame.exits},
                                             k}));
  return pool_.logical_and(later, at_previous(pool_, frame.exits, k));
}

State Engine::head_state(LoopFrame& frame, const State& s) {
  State head = s;
  for (std::size_t i = 0; i < frame.vars.size(); ++i)
    head.vars[frame.summary.carried[i]] =
        bounded(frame.vars[i].value, frame.vars[i].name, frame.stmt.loc);
  enter_loop(frame.stmt, frame.binder, head);
  head.exited = pool_.logical_or(head.exited, exited_before(frame));
  return head;
}

// Runs head, body and step once. With a frame, the accesses of the head come out as `head` at
// iteration k, and once more at the end of `body` as those of iteration k + 1.
Iteration Engine::iterate(const core::Loop& node, State s, const LoopFrame* frame, NodePtr& head,
                          NodePtr& body) {
  Iteration it;
  head = capture(pool_.boolean(true), [&] { run(node.head, s, true); });
  it.cond = simplify(eval(node.cond, s));
  end_locals(node.head, s);
  it.exit = s;
  body = capture(it.cond, [&] {
    Sequencer sequence(*this);
    Outcome out = run(node.body, s);
    rejoin(out, {node.label, true}, s);
    if (sequence.after(std::move(out)) && sequence.after(run(node.step, s)) && head && frame) {
      Expr k = frame->binder, next = pool_.add(k, pool_.constant(1, k->type));
      Pool::Memo memo;
      NodePtr again = map_exprs(pool_, head, [&](Expr e) {
        return pool_.substitute(
            e, [&](Expr x) -> Expr { return x == k ? next : nullptr; }, memo);
      });
      out_.add(frame->barrier ? again
                              : make_if(pool_, simplify(guard(s)), again, nullptr, {}, nullptr));
    }
    it.out = sequence.finish();
  });
  it.end = std::move(s);
  return it;
}

// Iteration k runs when the head's condition holds and no iteration before left the loop.
Expr Engine::loop_cond(LoopFrame& frame, const Iteration& it, bool& exact) {
  Expr k = frame.binder;
  Expr stop = pool_.boolean(false);
  for (const Left& l : it.out.left)
    stop = pool_.logical_or(stop, l.cond);
  if (!frame.barrier) stop = pool_.logical_or(stop, exit_cond(it));
  Expr cond = as_range(pool_, it.cond, k);
  if (is_false(stop)) return cond;
  Pool::Memo memo; // values at the end of iteration k - 1 are those at the head of k
  for (std::size_t i = 0; i < frame.vars.size(); ++i) {
    Expr end = it.end.vars[frame.summary.carried[i]];
    if (frame.vars[i].simple && end && end->op != Op::symbol && mentions(end, k))
      memo.emplace(end, frame.vars[i].value);
  }
  Expr goes_on = as_range(pool_, at_previous(pool_, pool_.logical_not(stop), k, memo), k);
  if (!frame.barrier && table_.facts(goes_on).size > max_exit_size) {
    exact = false;
    return cond;
  }
  Expr zero = pool_.constant(0, k->type);
  if (!is_true(simplify(replace(pool_, goes_on, k, zero))))
    goes_on = pool_.logical_or(pool_.eq(k, zero), goes_on);
  return pool_.logical_and(cond, goes_on);
}

// Loops that run a small, constant number of times are unrolled when that makes them precise.
std::optional<std::int64_t> Engine::unroll_count(LoopFrame& frame) {
  const LoopSummary& sum = frame.summary;
  if (!sum.iteration.out.falls) return 1;
  const StmtInfo& info = prepared_.info.at(&frame.stmt);
  Pool::Memo memo;
  Expr cond = pool_.substitute(
      sum.iteration.cond,
      [&](Expr x) -> Expr {
        for (const CarriedVar& v : frame.vars)
          if (v.head == x) return v.value;
        return nullptr;
      },
      memo);
  const auto trips = count_trips(pool_, simplify(cond), frame.binder);
  if (!trips) return std::nullopt;
  if (is_false(simplify(trips->entered))) return 0;
  const auto count = constant_value(trips->count);
  if (!count || *count > max_trips || !is_true(simplify(trips->entered))) return std::nullopt;
  if (*count * copies_ > max_copies) return std::nullopt;
  if (*count * static_cast<std::int64_t>(info.weight) > max_weight) return std::nullopt;
  const bool unclear = !sum.iteration.out.left.empty() || !is_false(sum.exits) ||
                       info.local_cells || std::ranges::any_of(frame.vars, [](const CarriedVar& v) {
                         return v.unknown && !v.head->type.is_opaque();
                       });
  return unclear ? count : std::nullopt;
}

namespace {

// A variable of the source whose values at the head tell in which iteration a thread is.
bool counts_iterations(const LoopFrame& frame, const CarriedVar& v) {
  return v.head->type.is_int() && (v.simple || mentions(frame.summary.iteration.cond, v.head));
}

} // namespace

void Engine::name_trip(const LoopFrame& frame, const State& s) {
  for (std::size_t i = 0; i < frame.vars.size(); ++i) {
    const CarriedVar& v = frame.vars[i];
    const Expr value = s.vars[frame.summary.carried[i]];
    if (value && counts_iterations(frame, v) && (!v.unknown || constant_value(value)))
      trips_.push_back({v.name, value, binders_.size()});
  }
}

Outcome Engine::unrolled(const LoopFrame& frame, State& s, std::int64_t times) {
  const core::Loop& node = frame.loop;
  const std::size_t around = trips_.size();
  Sequencer sequence(*this);
  copies_ *= std::max<std::int64_t>(times, 1);
  for (std::int64_t n = 0;; ++n) {
    trips_.resize(around);
    name_trip(frame, s);
    if (!sequence.after(run(node.head, s, true))) break;
    Expr cond = simplify(eval(node.cond, s));
    end_locals(node.head, s);
    if (n == times || is_false(cond)) break;
    Outcome leave;
    if (!is_true(cond)) leave.left.push_back({{node.label, false}, pool_.logical_not(cond), s});
    if (!sequence.after(std::move(leave))) break;
    Outcome out = run(node.body, s);
    rejoin(out, {node.label, true}, s);
    if (!sequence.after(std::move(out)) || !sequence.after(run(node.step, s))) break;
  }
  copies_ /= std::max<std::int64_t>(times, 1);
  trips_.resize(around);
  Outcome out = sequence.finish();
  rejoin(out, {node.label, false}, s);
  return out;
}

Outcome Engine::loop(const core::Stmt& stmt, const core::Loop& node, State& s) {
  const LoopSummary& sum = summary(stmt, node);
  if (failed_) return {};
  LoopFrame frame{stmt, node, sum, prepared_.info.at(&stmt).barrier};
  close(frame, s);
  if (!emitting_) return after(frame, applied(frame, s), s);
  if (auto times = unroll_count(frame)) return unrolled(frame, s, *times);
  return emitted_loop(frame, s);
}

// What is known of expressions over heads beside the heads' values.
void Engine::put_known(const LoopFrame& frame, const State& start, NodePtr& body) {
  Pool::Memo known;
  for (std::size_t i = 0; i < frame.vars.size(); ++i) {
    const CarriedVar& v = frame.vars[i];
    for (const KnownValue& k : v.known)
      known.emplace(replace(pool_, k.over_head, v.head, start.vars[frame.summary.carried[i]]),
                    k.value);
  }
  if (known.empty() || !body) return;
  const auto nothing = [](Expr) -> Expr { return nullptr; };
  body = map_exprs(pool_, body, [&](Expr e) { return pool_.substitute(e, nothing, known); });
}

Outcome Engine::emitted_loop(LoopFrame& frame, State& s) {
  State start = head_state(frame, s);
  Expr k = frame.binder;
  Loop loop;
  loop.binder = static_cast<SymbolId>(k->value);
  loop.loc = frame.stmt.loc;
  loop.alive = pool_.logical_not(start.exited);
  binders_.push_back(k);
  NodePtr head;
  Iteration it = iterate(frame.loop, start, &frame, head, loop.body);
  binders_.pop_back();
  put_known(frame, start, loop.body);
  loop.cond = loop_cond(frame, it, loop.exact);
  for (const CarriedVar& v : frame.vars)
    if (!v.unknown && counts_iterations(frame, v)) loop.display.emplace_back(v.name, v.value);
  if (head)
    out_.add(map_exprs(pool_, head,
                       [&](Expr e) { return replace(pool_, e, k, pool_.constant(0, k->type)); }));
  if (loop.body && !is_false(loop.cond)) out_.add(make_node(std::move(loop)));
  return after(frame, std::move(it), s);
}

} // namespace heddle::protocol
