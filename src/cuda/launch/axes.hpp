// Whether sizes of launches that nobody walks may be other than 1.
#pragma once
#include "cuda/launch/host.hpp"
#include "cuda/launch/open_axes.hpp"

#include <optional>
#include <set>

namespace heddle::cuda {

// As the tree has a launch, also in a template of which there is no instance: sizes that are
// numbers, or dim3 that spell out 1, are 1 there, and so is what only callers elsewhere know.
class Axes {
public:
  explicit Axes(HostFile& file) : file_(file) {}
  OpenAxes of(const clang::CallExpr& launch);

private:
  AxisSet open_of(const clang::Expr& size); // a grid or a block
  AxisSet open_of(llvm::ArrayRef<const clang::Expr*> made_of);
  AxisSet open_of(const clang::VarDecl& v);
  bool is_one(const clang::Expr& e);
  const clang::Expr* init_of(const clang::VarDecl& v);
  bool keeps_value(const clang::VarDecl& v);
  bool is_of_callers_elsewhere(const clang::ParmVarDecl& p);

  HostFile& file_;
  unsigned followed_ = 0;                      // variables, of the launch
  std::optional<std::set<std::string>> named_; // whatever the file's code names
};

// The function that is called, or, where that depends on a template's arguments, the one of our
// headers that has the name.
const clang::FunctionDecl* library_callee(const clang::CallExpr& e, const HostFile& file);

} // namespace heddle::cuda
