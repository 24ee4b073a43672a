// A loop that does nothing but look at one cell until it likes what it sees,
//
//   loop  v := atomic load flag[..]  while v == 0
//
// is its last look: v := atomic load flag[..]; assume v != 0. What it did before are the same
// access again. Atomics that change nothing where they fail, and those that store what is there,
// wait alike. Before it looks with one, it may read what does not decide anything, the pointer to
// the cell, at the same place each time.
#include "core/visit.hpp"
#include "protocol/infer/infer_prepare.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

using namespace core;

// The only statement is a jump out of the loop.
bool leaves(const Block& block, LabelId label) {
  const auto* jump = block.size() == 1 ? std::get_if<Break>(&block[0].node) : nullptr;
  return jump && jump->label == label;
}

bool only_computes(const Block& block) {
  return std::ranges::all_of(block, [](const Stmt& s) {
    const auto* branch = std::get_if<If>(&s.node);
    return branch ? only_computes(branch->then_block) && only_computes(branch->else_block)
                  : std::holds_alternative<Assign>(s.node) || std::holds_alternative<Havoc>(s.node);
  });
}

class Wait {
public:
  Wait(Pool& pool, const Stmt& stmt, std::unordered_map<VarId, Expr>& until)
      : pool_(pool), stmt_(stmt), loop_(std::get<Loop>(stmt.node)), until_(until) {}

  // What stands for the loop; nothing: it does not wait for a cell.
  std::optional<Block> run() {
    if (!take_apart() || !access_ || !exit_) return std::nullopt;
    for_each_statement(stmt_, [&](const Stmt& s) {
      if (const auto var = assigned_variable(s)) changed_.insert(*var);
    });
    if (!is_look(*access_) || !std::ranges::all_of(beside_, [&](const Stmt* s) {
          return is_idle(std::get<Read>(s->node));
        }))
      return std::nullopt;
    const bool first = std::ranges::find(before_, access_) != before_.end();
    std::vector<const Stmt*> last = first ? before_ : after_;
    if (!first) last.insert(last.end(), before_.begin(), before_.end());
    for (const Stmt* s : last)
      if (std::holds_alternative<If>(s->node)) return std::nullopt;
    if (!ends_by_what_it_sees(last)) return std::nullopt;
    Block wait = open_at_start(last);
    for (const Stmt* s : last)
      wait.push_back(*s);
    wait.push_back({Assume{exit_}, stmt_.loc, stmt_.call});
    if (first) return wait;
    Block entered;
    for (const Stmt* s : before_)
      entered.push_back(*s);
    entered.push_back({If{pool_.logical_not(exit_), std::move(wait), {}}, stmt_.loc, stmt_.call});
    return entered;
  }

private:
  // Into what an iteration does before its only test and behind it.
  bool take_apart() {
    for (const Block* part : {&loop_.head, &loop_.body, &loop_.step}) {
      for (const Stmt& s : *part)
        if (!take(s)) return false;
      if (part == &loop_.head && !is_true(loop_.cond) && !test(pool_.logical_not(loop_.cond)))
        return false;
    }
    return true;
  }
  bool test(Expr leaves) {
    if (exit_) return false;
    exit_ = leaves;
    return true;
  }
  bool take(const Stmt& s) {
    if (const auto* branch = std::get_if<If>(&s.node)) {
      if (leaves(branch->then_block, loop_.label) && branch->else_block.empty())
        return test(branch->cond);
      if (leaves(branch->else_block, loop_.label) && branch->then_block.empty())
        return test(pool_.logical_not(branch->cond));
      if (!only_computes(branch->then_block) || !only_computes(branch->else_block)) return false;
    } else if (std::holds_alternative<Atomic>(s.node) || std::holds_alternative<Read>(s.node)) {
      if (access_ && (exit_ || std::holds_alternative<Read>(s.node) || !step_back())) return false;
      access_ = &s;
    } else if (!std::holds_alternative<Assign>(s.node) && !std::holds_alternative<Havoc>(s.node) &&
               !std::holds_alternative<Fence>(s.node)) {
      return false;
    }
    (exit_ ? after_ : before_).push_back(&s);
    return true;
  }

  // What seemed to be the look was no atomic.
  bool step_back() {
    if (!std::holds_alternative<Read>(access_->node)) return false;
    beside_.push_back(access_);
    return true;
  }
  bool is_idle(const Read& read) const {
    const auto found = atoms(exit_);
    return is_fixed(read.offset) &&
           std::ranges::find(found, pool_.symbol_ref(read.var)) == found.end();
  }
  bool is_fixed(Expr e) const {
    return std::ranges::none_of(atoms(e), [&](Expr atom) {
      return atom->op == Op::symbol && changed_.contains(static_cast<VarId>(atom->value));
    });
  }
  // One cell all the time, and nothing that another look would change.
  bool is_look(const Stmt& s) {
    if (const auto* read = std::get_if<Read>(&s.node)) {
      seen_ = read->var;
      return is_fixed(read->offset);
    }
    const auto& atomic = std::get<Atomic>(s.node);
    if (!atomic.var || !is_fixed(atomic.offset)) return false;
    seen_ = *atomic.var;
    if (atomic.op == "load") return true;
    const bool known = atomic.operand && atomic.operand->op == Op::constant;
    if (atomic.op == "add" || atomic.op == "sub" || atomic.op == "or" || atomic.op == "xor")
      return known && atomic.operand->value == 0;
    if (atomic.op == "exch") return known && atomic.operand->value != 0;
    success_ =
        atomic.op == "cas" && atomic.compare && is_fixed(atomic.compare) ? atomic.compare : nullptr;
    return success_ != nullptr;
  }

  // Of the value that the last look saw. A compare-and-swap that succeeds ends it.
  bool ends_by_what_it_sees(const std::vector<const Stmt*>& last) {
    std::unordered_map<Expr, Expr> values;
    const auto now = [&](Expr e) {
      return pool_.substitute(e, [&](Expr leaf) -> Expr {
        const auto it = values.find(leaf);
        return it == values.end() ? nullptr : it->second;
      });
    };
    for (const Stmt* s : last)
      if (const auto* assign = std::get_if<Assign>(&s->node))
        values[pool_.symbol_ref(assign->var)] = now(assign->value);
    Expr seen = pool_.symbol_ref(seen_), ends = now(exit_);
    const auto found = atoms(ends);
    if (std::ranges::find(found, seen) == found.end()) return false;
    const bool plain = std::ranges::all_of(found, [&](Expr atom) {
      return atom == seen || atom->op != Op::symbol ||
             !changed_.contains(static_cast<VarId>(atom->value));
    });
    if (success_) {
      Expr value = success_->type == seen->type ? success_ : pool_.cast(success_, seen->type);
      if (!is_true(pool_.substitute(ends, [&](Expr e) { return e == seen ? value : nullptr; })))
        return false;
    }
    if (plain) until_[seen_] = ends;
    return true;
  }

  // Iterations before may have changed what the last one does not set, or reads first.
  Block open_at_start(const std::vector<const Stmt*>& last) const {
    std::set<VarId> set, open;
    const auto use = [&](Expr e) {
      for (Expr atom : atoms(e)) {
        const auto var = static_cast<VarId>(atom->value);
        if (atom->op == Op::symbol && changed_.contains(var) && !set.contains(var))
          open.insert(var);
      }
    };
    for (const Stmt* s : last) {
      for_each_expression(*s, use);
      if (const auto var = assigned_variable(*s)) set.insert(*var);
    }
    for (const VarId var : changed_)
      if (!set.contains(var)) open.insert(var);
    Block block;
    for (const VarId var : open)
      block.push_back(
          {Havoc{var, Scope::thread, "a variable of a loop that waits"}, stmt_.loc, stmt_.call});
    return block;
  }

  Pool& pool_;
  const Stmt& stmt_;
  const Loop& loop_;
  std::unordered_map<VarId, Expr>& until_;
  std::vector<const Stmt*> before_, after_; // the test
  const Stmt* access_ = nullptr;
  std::vector<const Stmt*> beside_; // reads before it
  Expr exit_ = nullptr;             // the test leaves the loop
  Expr success_ = nullptr;          // what a compare-and-swap compares with
  VarId seen_ = 0;
  std::set<VarId> changed_;
};

} // namespace

void replace_waits(Pool& pool, Block& body, std::unordered_map<VarId, Expr>& until) {
  replace_loops(body, [&](const Stmt& loop) { return Wait(pool, loop, until).run(); });
}

} // namespace heddle::protocol
