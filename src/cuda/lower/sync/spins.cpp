// Such a loop is the wait itself: what its last iteration does, the test having succeeded.
#include "cuda/lower/sync/spins.hpp"

#include "core/visit.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace heddle::cuda {

namespace {

using Tests = std::set<core::VarId>;

bool is_trap(const core::Stmt& s) {
  const auto* assume = std::get_if<core::Assume>(&s.node);
  return assume && is_false(assume->cond);
}
bool traps(const core::Block& block) { return std::ranges::any_of(block, is_trap); }

// How control leaves a block: by a jump, or at its end.
struct Way {
  enum class Kind : std::uint8_t { end, leave, again, exit } kind = Kind::end;
  core::LabelId label = 0;
  bool operator==(const Way&) const = default;
};

// An iteration of a loop whose only test has a given outcome.
class Iteration {
public:
  Iteration(Pool& pool, const core::Loop& loop, const Tests& tests, bool outcome)
      : pool_(pool), loop_(loop), tests_(tests), outcome_(outcome) {}

  // `while (!(done = test()))`: false when its way is not known, or does more than wait.
  bool from_head() {
    return only_waits() && run(loop_.head) && test_condition() && run(loop_.body) && go_on() &&
           run(loop_.step) && tested_ == 1;
  }
  // The same from the body on: `while (!done) done = test();`
  bool from_body() {
    return only_waits() && run(loop_.body) && go_on() && run(loop_.step) && run(loop_.head) &&
           test_condition() && tested_ == 1;
  }
  bool left() const { return way_.kind != Way::Kind::end; }
  // What it does, and the jump that leaves the loop.
  core::Block take(Loc loc, core::CallId call) {
    if (way_.kind == Way::Kind::exit) kept_.push_back({core::Exit{}, loc, call});
    if (way_.kind == Way::Kind::again) kept_.push_back({core::Continue{way_.label}, loc, call});
    if (way_.kind == Way::Kind::leave && way_.label != loop_.label)
      kept_.push_back({core::Break{way_.label}, loc, call});
    return std::move(kept_);
  }

private:
  bool only_waits() {
    found_ = 0;
    return only_waits(loop_.head) && only_waits(loop_.body) && only_waits(loop_.step) &&
           found_ == 1;
  }

  // A `continue` goes on with the step.
  bool go_on() {
    if (way_ == Way{Way::Kind::again, loop_.label}) way_ = {};
    return true;
  }

  // False: whether it holds is not known.
  bool test_condition() {
    if (left()) return true;
    const Expr cond = now(loop_.cond);
    if (is_false(cond)) way_ = {Way::Kind::leave, loop_.label};
    return left() || is_true(cond);
  }

  bool is_test(const core::Stmt& s) const {
    const auto* h = std::get_if<core::Havoc>(&s.node);
    return h && tests_.contains(h->var);
  }

  // Nothing that another iteration, or a test that fails, would do to anybody else.
  bool only_waits(const core::Block& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      const auto& node = block[i].node;
      found_ += is_test(block[i]);
      if (const auto* branch = std::get_if<core::If>(&node)) {
        if (!only_waits(branch->then_block) || !only_waits(branch->else_block)) return false;
      } else if (const auto* labeled = std::get_if<core::Labeled>(&node)) {
        if (!only_waits(labeled->body)) return false;
      } else if (const auto* m = std::get_if<core::Mbarrier>(&node)) {
        if (m->kind != core::Mbarrier::Kind::wait_parity &&
            m->kind != core::Mbarrier::Kind::wait_own)
          return false;
      } else if (std::holds_alternative<core::Unsupported>(node)) {
        if (i == 0 || !is_test(block[i - 1])) return false;
      } else if (!std::holds_alternative<core::Assign>(node) &&
                 !std::holds_alternative<core::Havoc>(node) &&
                 !std::holds_alternative<core::Break>(node) &&
                 !std::holds_alternative<core::Continue>(node) &&
                 !std::holds_alternative<core::Exit>(node) && !is_trap(block[i])) {
        return false;
      }
    }
    return true;
  }

  Expr now(Expr e) {
    return pool_.substitute(e, [&](Expr leaf) -> Expr {
      if (leaf->op != Op::symbol) return nullptr;
      const auto it = values_.find(static_cast<core::VarId>(leaf->value));
      return it == values_.end() ? nullptr : it->second;
    });
  }

  Expr fresh(core::VarId var) {
    Symbol symbol = pool_.symbol(var);
    return pool_.symbol_ref(pool_.new_symbol(std::move(symbol)));
  }

  // False: the way through `block` is not known.
  bool run(const core::Block& block) {
    for (const core::Stmt& s : block) {
      if (left()) return true;
      if (!run(s)) return false;
    }
    return true;
  }

  bool run(const core::Stmt& s) {
    if (const auto* a = std::get_if<core::Assign>(&s.node)) {
      values_[a->var] = now(a->value);
      kept_.push_back(s);
    } else if (const auto* h = std::get_if<core::Havoc>(&s.node)) {
      test_or_havoc(s, *h);
    } else if (std::holds_alternative<core::Mbarrier>(s.node)) {
      kept_.push_back(s);
    } else if (const auto* branch = std::get_if<core::If>(&s.node)) {
      return choose(s, *branch);
    } else if (const auto* labeled = std::get_if<core::Labeled>(&s.node)) {
      if (!run(labeled->body)) return false;
      if (way_ == Way{Way::Kind::leave, labeled->label}) way_ = {};
    } else if (const auto* leave = std::get_if<core::Break>(&s.node)) {
      way_ = {Way::Kind::leave, leave->label};
    } else if (const auto* again = std::get_if<core::Continue>(&s.node)) {
      way_ = {Way::Kind::again, again->label};
    } else if (std::holds_alternative<core::Exit>(s.node)) {
      way_ = {Way::Kind::exit, 0};
    } // else what stands behind a test
    return true;
  }

  void test_or_havoc(const core::Stmt& s, const core::Havoc& h) {
    if (!tests_.contains(h.var)) {
      values_[h.var] = fresh(h.var);
      return kept_.push_back(s);
    }
    ++tested_;
    values_[h.var] = pool_.boolean(outcome_);
    kept_.push_back({core::Assign{h.var, pool_.boolean(outcome_)}, s.loc, s.call});
  }

  bool choose(const core::Stmt& s, const core::If& branch) {
    const Expr cond = now(branch.cond);
    if (is_true(cond)) return run(branch.then_block);
    if (is_false(cond)) return run(branch.else_block);
    // That it has taken too long ends the launch, and no thread goes on from there.
    if (traps(branch.then_block)) return run(branch.else_block);
    if (traps(branch.else_block)) return run(branch.then_block);
    // Which of several mbarriers it is.
    bool plain = true;
    core::for_each_statement(s, [&](const core::Stmt& inner) {
      plain = plain && (std::holds_alternative<core::If>(inner.node) ||
                        std::holds_alternative<core::Mbarrier>(inner.node));
    });
    if (plain) kept_.push_back(s);
    return plain;
  }

  Pool& pool_;
  const core::Loop& loop_;
  const Tests& tests_;
  std::map<core::VarId, Expr> values_;
  core::Block kept_;
  Way way_;
  bool outcome_;
  unsigned tested_ = 0; // on the way
  unsigned found_ = 0;  // in the loop
};

std::set<core::VarId> changed_by(const core::Loop& loop) {
  std::set<core::VarId> vars;
  for (const core::Block* part : {&loop.head, &loop.body, &loop.step})
    core::for_each_statement(*part, [&](const core::Stmt& s) {
      if (const auto var = core::assigned_variable(s)) vars.insert(*var);
    });
  return vars;
}

// Those of `changed` that `block` reads before it assigns them, or does not assign.
std::set<core::VarId> open_at_start(const core::Block& block,
                                    const std::set<core::VarId>& changed) {
  std::set<core::VarId> written, open;
  core::for_each_statement(block, [&](const core::Stmt& s) {
    core::for_each_expression(s, [&](Expr e) {
      for (Expr a : atoms(e)) {
        const auto var = static_cast<core::VarId>(a->value);
        if (a->op == Op::symbol && changed.contains(var) && !written.contains(var))
          open.insert(var);
      }
    });
    if (const auto var = core::assigned_variable(s)) written.insert(*var);
  });
  for (core::VarId var : changed)
    if (!written.contains(var)) open.insert(var);
  return open;
}

// What stands for the loop; nothing: it is no wait.
std::optional<core::Block> wait_of(Pool& pool, const core::Stmt& s, const Tests& tests) {
  const auto& loop = std::get<core::Loop>(s.node);
  // Left when the test succeeds, and only then.
  Iteration last(pool, loop, tests, true), other(pool, loop, tests, false);
  const bool whole = last.from_head() && last.left();
  if (whole ? !other.from_head() : !other.from_body()) return std::nullopt;
  if (other.left()) return std::nullopt;
  Iteration last_body(pool, loop, tests, true);
  if (!whole && (!last_body.from_body() || !last_body.left())) return std::nullopt;
  const core::Block kept = (whole ? last : last_body).take(s.loc, s.call);
  core::Block wait;
  for (core::VarId var :
       open_at_start(kept, changed_by(loop))) // iterations before may have changed it
    wait.push_back(
        {core::Havoc{var, Scope::thread, "a variable of a loop that waits for an mbarrier"}, s.loc,
         s.call});
  wait.insert(wait.end(), kept.begin(), kept.end());
  if (whole) return wait;
  core::Block entered = loop.head; // it may not be
  entered.push_back({core::If{loop.cond, std::move(wait), {}}, s.loc, s.call});
  return entered;
}

} // namespace

void replace_spins(core::Kernel& kernel, const std::set<core::VarId>& tests) {
  if (tests.empty()) return;
  core::replace_loops(kernel.body,
                      [&](const core::Stmt& loop) { return wait_of(*kernel.pool, loop, tests); });
}

} // namespace heddle::cuda
