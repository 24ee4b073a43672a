#include "protocol/infer/infer_engine.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

constexpr std::uint64_t max_steps = 400'000;
constexpr unsigned max_open = 400;

// Does every thread that runs `block` return from the kernel, unless it jumps out before?
bool surely_exits(const core::Block& block) {
  if (block.empty()) return false;
  if (std::holds_alternative<core::Exit>(block.back().node)) return true;
  const auto* branch = std::get_if<core::If>(&block.back().node);
  return branch && surely_exits(branch->then_block) && surely_exits(branch->else_block);
}

} // namespace

Sequencer::Sequencer(Engine& engine)
    : engine_(engine), gone_(engine.pool_.boolean(false)), mark_(engine.known_.mark()) {}

void Sequencer::add_left(Left left) {
  Pool& pool = engine_.pool_;
  Expr others = pool.boolean(false);
  Left* same = nullptr;
  for (Left& l : total_.left) {
    if (l.target == left.target)
      same = &l;
    else
      others = pool.logical_or(others, l.cond);
  }
  left.cond = pool.logical_and(pool.logical_not(others), left.cond);
  if (!same) {
    total_.left.push_back(std::move(left));
    return;
  }
  same->state = engine_.merge(same->cond, same->state, left.state);
  same->cond = pool.logical_or(same->cond, left.cond);
}

bool Sequencer::after(Outcome part) {
  Pool& pool = engine_.pool_;
  Expr leaving = pool.boolean(false);
  for (Left& l : part.left) {
    leaving = pool.logical_or(leaving, l.cond);
    add_left(std::move(l));
  }
  Expr stays = pool.logical_not(leaving);
  if (part.require) stays = pool.logical_and(stays, part.require);
  stays = engine_.simplify(stays);
  if (!part.falls || is_false(stays)) {
    total_.falls = false;
    total_.exits = !part.falls && part.exits;
    return false;
  }
  gone_ = pool.logical_or(gone_, leaving);
  if (is_true(stays)) return true;
  open_.emplace_back(stays, std::exchange(engine_.out_, Sink(pool)));
  engine_.known_.push(stays);
  if (++engine_.nesting_ > max_open)
    engine_.give_up(engine_.kernel_.loc, "too many conditional jumps in a row");
  return !engine_.failed_;
}

Outcome Sequencer::finish() {
  for (; !open_.empty(); open_.pop_back()) {
    NodePtr inner = engine_.out_.finish();
    engine_.out_ = std::move(open_.back().second);
    engine_.out_.add(
        make_if(engine_.pool_, open_.back().first, std::move(inner), nullptr, {}, nullptr));
    --engine_.nesting_;
  }
  engine_.known_.release(mark_);
  return std::move(total_);
}

Engine::Engine(const core::Kernel& kernel, const Prepared& prepared, Protocol& out,
               const Options& options)
    : kernel_(kernel), prepared_(prepared), protocol_(out), pool_(*kernel.pool), table_(pool_),
      known_(pool_, table_, options.bit_precise), out_(pool_),
      reporting_copies_(core::reporting_copies(kernel)), bit_precise_(options.bit_precise),
      popc_(pool_.pure_function("popc", Type::i32())), lock_step_(options.warp_sync.has_value()),
      writes_(2 * kernel.arrays.size()), last_writes_(kernel.arrays.size()) {}

NodePtr Engine::run() {
  State s;
  s.vars.assign(prepared_.vars.size(), nullptr);
  s.exited = pool_.boolean(false);
  s.assumed = pool_.boolean(true);
  run(prepared_.body, s);
  std::erase_if(protocol_.increments,
                [&](const Increment& i) { return decreased_.contains(i.array); });
  NodePtr root = failed_ ? nullptr : out_.finish();
  return root ? root : make_node(Seq{});
}

void Engine::give_up(Loc loc, std::string reason) {
  if (!failed_) protocol_.unknowns.emplace_back(std::move(reason), loc);
  failed_ = true;
}

bool Engine::spend(const core::Stmt& stmt) {
  if (!failed_ && ++steps_ > max_steps) give_up(stmt.loc, "the kernel is too large");
  return !failed_;
}

Outcome Engine::run(const core::Block& block, State& s, bool keep_locals) {
  Sequencer sequence(*this);
  for (const core::Stmt& stmt : block)
    if (!spend(stmt) || !sequence.after(step(stmt, s))) break;
  Outcome out = sequence.finish();
  if (keep_locals) return out;
  end_locals(block, s);
  for (Left& l : out.left)
    end_locals(block, l.state);
  return out;
}

void Engine::end_locals(const core::Block& block, State& s) const {
  if (auto it = prepared_.locals.find(&block); it != prepared_.locals.end())
    for (std::size_t v : it->second)
      s.vars[v] = nullptr;
}

// Runs `f` where `known` holds, into a node of its own.
NodePtr Engine::capture(Expr known, const std::function<void()>& f) {
  Sink outside = std::exchange(out_, Sink(pool_));
  const std::size_t mark = known_.mark();
  known_.push(known);
  f();
  known_.release(mark);
  NodePtr inner = out_.finish();
  out_ = std::move(outside);
  return inner;
}

Outcome Engine::step(const core::Stmt& stmt, State& s) {
  const auto info = prepared_.info.find(&stmt);
  const bool inner_blocks = info != prepared_.info.end();
  if (inner_blocks && !info->second.barrier && !is_true(guard(s))) return guarded(stmt, s);
  return dispatch(stmt, s);
}

// A part without barriers is skipped as a whole by threads that have returned.
Outcome Engine::guarded(const core::Stmt& stmt, State& s) {
  Expr present = simplify(guard(s));
  if (is_false(present)) return {};
  State inner = s;
  inner.exited = pool_.boolean(false);
  inner.assumed = pool_.boolean(true);
  Outcome out;
  NodePtr node = capture(present, [&] { out = dispatch(stmt, inner); });
  out_.add(make_if(pool_, present, std::move(node), nullptr, stmt.loc, nullptr));
  const auto restore = [&](State& t) {
    t.exited = pool_.logical_or(s.exited, t.exited);
    t.assumed = pool_.logical_and(s.assumed, t.assumed);
  };
  for (Left& l : out.left)
    restore(l.state);
  restore(inner);
  s = std::move(inner);
  return out;
}

Outcome Engine::dispatch(const core::Stmt& stmt, State& s) {
  struct Visitor {
    Engine& e;
    const core::Stmt& stmt;
    State& s;
    Outcome operator()(const core::Assign& n) { return e.assign(n, s); }
    Outcome operator()(const core::Havoc& n) { return e.havoc(stmt, n, s); }
    Outcome operator()(const core::Read& n) { return e.read(stmt, n, s); }
    Outcome operator()(const core::Write& n) { return e.write(stmt, n, s); }
    Outcome operator()(const core::Atomic& n) { return e.atomic(stmt, n, s); }
    Outcome operator()(const core::Fence& n) { return e.fence(stmt, n); }
    Outcome operator()(const core::Barrier& n) { return e.barrier(stmt, n, s); }
    Outcome operator()(const core::NamedBarrier& n) { return e.named_barrier(stmt, n, s); }
    Outcome operator()(const core::Mbarrier& n) { return e.mbarrier(stmt, n, s); }
    Outcome operator()(const core::If& n) { return e.branch(stmt, n, s); }
    Outcome operator()(const core::Loop& n) { return e.loop(stmt, n, s); }
    Outcome operator()(const core::Labeled& n) { return e.labeled(n, s); }
    Outcome operator()(const core::Break& n) { return jump({n.label, false}); }
    Outcome operator()(const core::Continue& n) { return jump({n.label, true}); }
    Outcome operator()(const core::Exit&) {
      s.exited = e.pool_.boolean(true);
      return {false, true, nullptr, {}};
    }
    Outcome operator()(const core::Assume& n) { return e.assume(n, s); }
    Outcome operator()(const core::Assert& n) { return e.check(stmt, n, s); }
    Outcome operator()(const core::Unsupported& n) {
      e.not_understood(stmt, n, s);
      return {};
    }
    Outcome operator()(const core::AsyncCopy&) {
      e.not_understood(stmt, core::Unsupported{"an asynchronous copy"}, s);
      return {};
    }
    Outcome operator()(const core::CopyGroup&) { return {}; }
    Outcome jump(Target target) {
      Outcome out{false, false, nullptr, {}};
      out.left.push_back({target, e.pool_.boolean(true), s});
      return out;
    }
  };
  return std::visit(Visitor{*this, stmt, s}, stmt.node);
}

Outcome Engine::branch(const core::Stmt& stmt, const core::If& node, State& s) {
  Expr c = simplify(eval(node.cond, s));
  if (c->op == Op::constant) return run(c->value ? node.then_block : node.else_block, s);
  const core::Block *first = &node.then_block, *second = &node.else_block;
  if (surely_exits(*second) && !surely_exits(*first)) {
    std::swap(first, second);
    c = pool_.logical_not(c);
  }
  Expr here = alive(s);
  State a = s, b = s;
  Outcome one, two;
  NodePtr part = capture(c, [&] { one = run(*first, a); });
  if (!one.falls && one.exits && one.left.empty()) {
    // The rest is for threads that have not returned: a flag, so that barriers in the other branch
    // and behind are not under the condition.
    out_.add(make_if(pool_, c, std::move(part), nullptr, stmt.loc, here));
    s.exited = pool_.logical_or(s.exited, c);
    return run(*second, s);
  }
  Expr not_c = pool_.logical_not(c);
  NodePtr other = capture(not_c, [&] { two = run(*second, b); });
  out_.add(make_if(pool_, c, std::move(part), std::move(other), stmt.loc, here));

  Outcome out;
  for (Left& l : one.left) {
    const auto same = std::ranges::find(two.left, l.target, &Left::target);
    if (same == two.left.end()) {
      out.left.push_back({l.target, pool_.logical_and(c, l.cond), std::move(l.state)});
    } else {
      out.left.push_back(
          {l.target, pool_.ite(c, l.cond, same->cond), merge(c, l.state, same->state)});
      two.left.erase(same);
    }
  }
  for (Left& l : two.left)
    out.left.push_back({l.target, pool_.logical_and(not_c, l.cond), std::move(l.state)});
  out.falls = one.falls || two.falls;
  if (one.falls && two.falls) {
    s = merge(c, a, b);
  } else if (out.falls) {
    const bool others_exit = one.falls ? two.exits : one.exits;
    s = std::move(one.falls ? a : b);
    if (others_exit) s.exited = pool_.logical_or(s.exited, one.falls ? not_c : c);
  } else {
    out.exits = one.exits || two.exits;
  }
  return out;
}

Outcome Engine::labeled(const core::Labeled& node, State& s) {
  Outcome out = run(node.body, s);
  rejoin(out, {node.label, false}, s);
  return out;
}

// Threads that left to `target` and those that fell through go on together.
void Engine::rejoin(Outcome& out, Target target, State& s) {
  const auto found = std::ranges::find(out.left, target, &Left::target);
  if (found == out.left.end()) return;
  Left left = std::move(*found);
  out.left.erase(found);
  if (out.falls) {
    s = merge(left.cond, left.state, s);
  } else {
    s = std::move(left.state);
    if (out.exits) s.exited = pool_.logical_or(s.exited, pool_.logical_not(left.cond));
  }
  out.falls = true;
  out.exits = false;
}

} // namespace heddle::protocol
