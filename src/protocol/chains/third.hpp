// A third thread, any of the launch, beside the two of a question.
#pragma once
#include "protocol/split/split_copy.hpp"

namespace heddle::protocol {

class ThirdThread {
public:
  ThirdThread(const Protocol& protocol, Copies& copies, ArrayId array);

  const ThreadSymbols& symbols() const { return thread_; }
  // `e` as this thread sees it. What the other two do not share, it shares with nobody.
  Expr operator()(Expr e);
  Expr binder(SymbolId binder);
  Expr exists() const { return exists_; } // its indices are of the launch

private:
  Expr index(SymbolId symbol, SymbolId dimension);
  Expr leaf(Expr e);
  Expr application(Expr e);

  const Protocol& protocol_;
  Copies& copies_;
  Pool& pool_;
  ThreadSymbols thread_;
  Expr exists_ = nullptr;
  std::unordered_map<SymbolId, Expr> binders_;
  std::unordered_map<FunctionId, FunctionId> functions_;
  Pool::Memo memo_;
};

} // namespace heddle::protocol
