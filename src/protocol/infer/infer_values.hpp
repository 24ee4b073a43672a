// What inference knows while it walks a kernel: values of variables, facts about expressions,
// conditions that hold at the current place.
#pragma once
#include "protocol/infer/infer_memory.hpp"
#include "protocol/protocol.hpp"

#include <unordered_map>
#include <unordered_set>

namespace heddle::protocol {

// Properties of an expression, computed once per node.
struct ExprFacts {
  Scope sharing = Scope::grid; // widest group of threads that sees one value
  bool provisional = false;    // contains a value of a loop summary that must not leave it
  bool decides = false;        // contains a choice (?:) or a condition
  std::uint32_t depth = 1;
  std::uint32_t size = 1; // as a tree, saturating
};

class ExprTable {
public:
  explicit ExprTable(Pool& pool) : pool_(pool) {}
  const ExprFacts& facts(Expr e);
  void mark_provisional(FunctionId fn) { provisional_.insert(fn); }

private:
  ExprFacts compute(Expr e) const;
  Pool& pool_;
  std::unordered_map<Expr, ExprFacts> table_;
  std::unordered_set<FunctionId> provisional_;
};

// Conditions that hold at the current place, as a stack.
class Known {
public:
  // `words`: arithmetic may wrap around, so that only what computes nothing is decided by bounds.
  Known(Pool& pool, ExprTable& table, bool words) : pool_(pool), table_(table), words_(words) {}
  std::size_t mark() const { return stack_.size(); }
  void push(Expr cond); // conjuncts
  void release(std::size_t mark);
  // Puts everything aside (for another context), and back.
  Expr all() const { return pool_.all(stack_); }
  std::vector<Expr> suspend();
  void resume(std::vector<Expr> stack);
  // `e` with what is known to hold, or bounds decide, folded away. Equal to `e` here.
  Expr simplify(Expr e);

private:
  Expr rewrite(Expr e, Pool::Memo& memo);
  Expr decide(Expr e) const;
  bool bounded_in_words(Expr e) const;
  Pool& pool_;
  ExprTable& table_;
  bool words_;
  mutable std::unordered_map<Expr, bool> bounded_;
  std::vector<Expr> stack_;
  std::unordered_map<Expr, unsigned> counts_;
};

// One thread at one place of the kernel.
struct State {
  std::vector<Expr> vars; // by index of variable; nullptr: nothing assigned yet
  Memory memory;
  Expr exited = nullptr;  // the thread has left the kernel
  Expr assumed = nullptr; // what thread-dependent assumptions say
};

} // namespace heddle::protocol
