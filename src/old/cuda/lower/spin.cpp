// Loops that test an mbarrier's phase until it has completed: `while (!try_wait(b, parity)) {}`.
// Such a loop is the wait itself: what its last iteration does, the test having succeeded.
#include "cuda/lower/internal.hpp"

#include <algorithm>
#include <set>

namespace heddle::cuda {

namespace {

void collect_assigned(const core::Block& block, std::set<core::VarId>& vars) {
  for (const core::Stmt& s : block) {
    if (const auto* a = std::get_if<core::Assign>(&s.node)) vars.insert(a->var);
    if (const auto* h = std::get_if<core::Havoc>(&s.node)) vars.insert(h->var);
    if (const auto* branch = std::get_if<core::If>(&s.node)) {
      collect_assigned(branch->then_block, vars);
      collect_assigned(branch->else_block, vars);
    }
  }
}

// An iteration of a loop whose only test has a given outcome.
class Iteration {
public:
  Iteration(Pool& pool, const core::Loop& loop, const std::set<core::VarId>& tries, bool outcome)
      : pool_(pool), loop_(loop), tries_(tries), outcome_(outcome) {}

  // `while (!(done = test()))`: false when its way is not known, or does more than wait.
  bool from_head() {
    return only_waits() && run(loop_.head) && test_condition() && run(loop_.body) &&
           run(loop_.step) && tested_ == 1;
  }
  // The same from the body on: `while (!done) done = test();`
  bool from_body() {
    return only_waits() && run(loop_.body) && run(loop_.step) && run(loop_.head) &&
           test_condition() && tested_ == 1;
  }
  bool left() const { return left_; }
  core::Block& kept() { return kept_; } // what it does

private:
  bool only_waits() {
    tests_ = 0;
    return only_waits(loop_.head) && only_waits(loop_.body) && only_waits(loop_.step) &&
           tests_ == 1;
  }

  // False: whether it holds is not known.
  bool test_condition() {
    if (left_) return true;
    const Expr cond = now(loop_.cond);
    left_ = is_false(cond);
    return left_ || is_true(cond);
  }

  bool is_try(const core::Stmt& s) const {
    const auto* h = std::get_if<core::Havoc>(&s.node);
    return h && tries_.contains(h->var);
  }

  // Nothing that another iteration, or a test that fails, would do to anybody else.
  bool only_waits(const core::Block& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      const auto& node = block[i].node;
      tests_ += is_try(block[i]);
      if (const auto* branch = std::get_if<core::If>(&node)) {
        if (!only_waits(branch->then_block) || !only_waits(branch->else_block)) return false;
      } else if (const auto* m = std::get_if<core::Mbarrier>(&node)) {
        if (m->kind != core::Mbarrier::Kind::wait_parity &&
            m->kind != core::Mbarrier::Kind::wait_own)
          return false;
      } else if (const auto* b = std::get_if<core::Break>(&node)) {
        if (b->label != loop_.label) return false;
      } else if (std::holds_alternative<core::Unsupported>(node)) {
        if (i == 0 || !is_try(block[i - 1])) return false;
      } else if (!std::holds_alternative<core::Assign>(node) &&
                 !std::holds_alternative<core::Havoc>(node)) {
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
      if (left_) return true;
      if (const auto* a = std::get_if<core::Assign>(&s.node)) {
        values_[a->var] = now(a->value);
        kept_.push_back(s);
      } else if (const auto* h = std::get_if<core::Havoc>(&s.node)) {
        test_or_havoc(s, *h);
      } else if (std::holds_alternative<core::Mbarrier>(s.node)) {
        kept_.push_back(s);
      } else if (const auto* branch = std::get_if<core::If>(&s.node)) {
        if (!choose(s, *branch)) return false;
      } else if (std::holds_alternative<core::Break>(s.node)) {
        left_ = true;
      } // else what stands behind a test
    }
    return true;
  }

  void test_or_havoc(const core::Stmt& s, const core::Havoc& h) {
    if (!tries_.contains(h.var)) {
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
    // Which of several mbarriers it is.
    std::set<core::VarId> assigned;
    collect_assigned({s}, assigned);
    if (!assigned.empty() || jumps(branch.then_block) || jumps(branch.else_block)) return false;
    kept_.push_back(s);
    return true;
  }

  static bool jumps(const core::Block& block) {
    return std::ranges::any_of(block, [](const core::Stmt& s) {
      if (const auto* b = std::get_if<core::If>(&s.node))
        return jumps(b->then_block) || jumps(b->else_block);
      return std::holds_alternative<core::Break>(s.node);
    });
  }

  Pool& pool_;
  const core::Loop& loop_;
  const std::set<core::VarId>& tries_;
  std::map<core::VarId, Expr> values_;
  core::Block kept_;
  bool outcome_;
  bool left_ = false;
  unsigned tested_ = 0; // on the way
  unsigned tests_ = 0;  // in the loop
};

// Those of `changed` that `block` reads before it assigns them, or does not assign.
std::set<core::VarId> open_at_start(const core::Block& block,
                                    const std::set<core::VarId>& changed) {
  std::set<core::VarId> written, open;
  const auto read = [&](Expr e) {
    if (!e) return;
    for (Expr a : atoms(e)) {
      const auto var = static_cast<core::VarId>(a->value);
      if (a->op == Op::symbol && changed.contains(var) && !written.contains(var)) open.insert(var);
    }
  };
  const std::function<void(const core::Block&)> walk = [&](const core::Block& b) {
    for (const core::Stmt& s : b) {
      if (const auto* a = std::get_if<core::Assign>(&s.node)) {
        read(a->value);
        written.insert(a->var);
      } else if (const auto* h = std::get_if<core::Havoc>(&s.node)) {
        written.insert(h->var);
      } else if (const auto* m = std::get_if<core::Mbarrier>(&s.node)) {
        read(m->offset);
        read(m->parity);
      } else if (const auto* branch = std::get_if<core::If>(&s.node)) {
        read(branch->cond);
        walk(branch->then_block);
        walk(branch->else_block);
      }
    }
  };
  walk(block);
  for (core::VarId var : changed)
    if (!written.contains(var)) open.insert(var);
  return open;
}

} // namespace

bool Lowering::spin_wait(const core::Loop& loop, Loc loc) {
  if (tries_.empty()) return false;
  // Left when the test succeeds, and only then.
  Iteration last(*pool_, loop, tries_, true), other(*pool_, loop, tries_, false);
  const bool whole = last.from_head() && last.left();
  if (whole ? !other.from_head() : !other.from_body()) return false;
  if (other.left()) return false;
  Iteration last_body(*pool_, loop, tries_, true);
  if (!whole && (!last_body.from_body() || !last_body.left())) return false;
  core::Block& kept = whole ? last.kept() : last_body.kept();
  std::set<core::VarId> changed;
  for (const core::Block* part : {&loop.head, &loop.body, &loop.step})
    collect_assigned(*part, changed);
  core::Block wait = collect([&] {
    for (core::VarId var : open_at_start(kept, changed)) // iterations before may have changed it
      emit(core::Havoc{var, Scope::thread, "a variable of a loop that waits for an mbarrier"}, loc);
    for (core::Stmt& s : kept) {
      if (const auto* a = std::get_if<core::Assign>(&s.node)) written_[a->var] = ++stamp_;
      out_->push_back(std::move(s));
    }
  });
  if (!whole) // it may not be entered
    for (const core::Stmt& s : loop.head)
      out_->push_back(s);
  emit_if(whole ? pool_->boolean(true) : loop.cond, std::move(wait), {}, loc);
  return true;
}

} // namespace heddle::cuda
