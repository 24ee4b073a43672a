// Which variables that lambdas capture by reference stay what they are where the lambda is written.
#pragma once
#include "cuda/launch/host.hpp"
#include "cuda/launch/paths.hpp"

namespace heddle::cuda {

// How the variables of a function are used, also in its lambdas.
class Captures {
public:
  Captures(const clang::FunctionDecl& f, HostFile& file);

  // Does nothing change the variable from there on, as long as somebody may call the lambda?
  bool is_fixed(const clang::VarDecl& v, const clang::LambdaExpr& lambda) const;

  // May somebody change the variable who has nothing but lambdas that capture it by reference?
  bool is_changed_in_lambdas(const clang::VarDecl& v) const;

  // Is nothing done with the lambda but calling it?
  bool is_only_called(const clang::LambdaExpr& lambda) const {
    const auto it = lives_.find(&lambda);
    return it != lives_.end() && it->second;
  }

private:
  struct Uses {
    std::vector<PathInCode> changes;
    bool is_given_away = false; // it may be changed at any time
  };
  bool may_come_later(const clang::VarDecl& v, const PathInCode& change,
                      const clang::LambdaExpr& lambda) const;

  std::map<const clang::VarDecl*, Uses> uses_;
  std::map<const clang::VarDecl*, PathInCode> declared_;
  std::map<const clang::LambdaExpr*, PathInCode> lambdas_;
  // The statement or expression at whose end nobody has the lambda any more, where that is known.
  std::map<const clang::LambdaExpr*, const clang::Stmt*> lives_;
  bool has_order_; // statements are executed as they are written, and all of them are looked at
};

// Is nothing done with a local variable, or a parameter, but reading it?
bool is_only_read(const clang::VarDecl& v, HostFile& file);

} // namespace heddle::cuda
