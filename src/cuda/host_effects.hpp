// What running a piece of host code may change, found without understanding it: an upper bound.
#pragma once
#include "cuda/lower_program.hpp"

#include <map>
#include <set>
#include <string>

namespace heddle::cuda {

struct HostEffects {
  std::set<std::string> assigned; // names of variables that it may change itself
  bool calls = false;             // code that is not known runs: it may change what it can reach
  bool stores = false;            // a library, or the device, stores where pointers lead
  bool writes = false;            // stores through pointers, references and members
  bool labels = false, leaves = false; // labels; `break` or `goto` in it

  bool none() const { return assigned.empty() && !calls && !stores && !writes; }
  void add(const HostEffects& other);
};

class HostEffectFinder {
public:
  // `in_class`: a name that is called may be a method's.
  HostEffectFinder(const Program& program, std::string scope, bool in_class)
      : program_(program), scope_(std::move(scope)), in_class_(in_class) {}

  HostEffects of(const ExprPtr& e);
  HostEffects of(const StmtPtr& s);
  // Variables that code elsewhere may come to know: their address is kept, a reference is bound to
  // them, or a lambda mentions them.
  std::set<std::string> escaping(const FunctionDecl& f);
  // Functions of the file that change nothing but variables of their own.
  bool is_pure(const FunctionDecl& f);
  // CUDA's and the C library's functions, which take their arguments by value and run no code of
  // the program.
  bool is_library(const QualifiedName& name) const;

private:
  void expr(const ExprPtr& e, HostEffects& out);
  void stmt(const StmtPtr& s, HostEffects& out);
  void call(const CallExpr& n, HostEffects& out);
  bool find_pure(const FunctionDecl& f);
  void assign(const ExprPtr& target, HostEffects& out);
  bool may_refer(const CallExpr& n, std::size_t argument) const;
  bool keeps_address(const CallExpr& n) const;

  const Program& program_;
  std::string scope_;
  bool in_class_;
  unsigned depth_ = 0; // of calls
  std::map<const FunctionDecl*, bool> pure_;
};

// All variables that `e` names.
std::set<std::string> names_in(const ExprPtr& e);

} // namespace heddle::cuda
