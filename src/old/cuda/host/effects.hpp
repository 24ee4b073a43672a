// What running a piece of host code may change, found without understanding it: an upper bound.
#pragma once
#include "cuda/types/program.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

namespace heddle::cuda {

struct HostEffects {
  std::set<std::string> assigned; // names of variables that it may change itself
  bool calls = false;             // code that is not known runs: it may change what it can reach
  bool stores = false;            // a library stores where pointers lead
  bool device = false;            // the device may store to memory that the host shares
  bool writes = false;            // stores through pointers, references and members
  bool labels = false, leaves = false; // labels; `break` or `goto` in it

  bool none() const { return assigned.empty() && !calls && !stores && !device && !writes; }
  void add(const HostEffects& other);
};

// A function template that calls its parameter with its last ones, a pack, and nothing else:
//   template <class F, class... A> float time_of(F f, A&&... a) { .. f(std::forward<A>(a)...); .. }
// The call's argument `function` names the callee, which gets the arguments from `first` on.
struct Forwarding {
  std::size_t function, first;
};
std::optional<Forwarding> forwarding(const Program& program, const std::string& scope,
                                     const CallExpr& n);

// What is found once for a file.
struct HostNotes {
  struct Body {
    std::set<std::string> escaping;
    HostEffects whole;
  };
  // What runs without being named and changes more than its object.
  struct Unnamed {
    std::set<std::string> classes;   // with such constructors or destructors, also of parts
    std::set<std::string> operators; // "+", "[]", ..
    bool converts = false;           // `operator T`
  };
  std::map<const FunctionDecl*, Body> bodies;
  std::map<const CallExpr*, std::optional<Forwarding>> forwardings;
  using Key = std::tuple<const FunctionDecl*, std::string, bool>; // function, scope, in a class
  std::map<Key, HostEffects> summaries;
  std::optional<std::set<std::string>> address_taken;
  std::optional<bool> managed;
  std::optional<std::set<std::string>>
      changed_by_operators; // classes, by operators outside of them
  std::optional<Unnamed> unnamed;
};

class HostEffectFinder {
public:
  // `in_class`: a name that is called may be a method's.
  HostEffectFinder(const Program& program, std::string scope, bool in_class)
      : program_(program), scope_(std::move(scope)), in_class_(in_class) {}

  const HostNotes::Body& body(const FunctionDecl& f);
  HostEffects of(const ExprPtr& e);
  HostEffects of(const StmtPtr& s);
  // Of `e`, but for what the function does that `call` in it calls.
  HostEffects besides(const CallExpr& call, const ExprPtr& e);
  // Variables that code elsewhere may come to know: their address is kept, a reference is bound to
  // them, or a lambda mentions them.
  std::set<std::string> escaping(const FunctionDecl& f);
  // Functions of the file that change nothing but variables of their own.
  bool is_pure(const FunctionDecl& f);
  // What a call of a function of the file may change, but for its arguments.
  HostEffects summary(const FunctionDecl& f);
  bool address_taken(const std::string& name);
  bool has_managed_memory() const;
  // May a variable of this type run code of its class, where it is declared and where it ends?
  bool runs_code(const TypePtr& type);
  // Likewise the operator or conversion at `e`?
  bool runs_operator(const ExprNode& e);
  // Does the declaration run a constructor that may change more than the variable?
  bool constructs(const VarDecl& var);
  // CUDA's and the C library's functions, which take their arguments by value and run no code of
  // the program.
  bool is_library(const QualifiedName& name) const;

private:
  void expr(const ExprPtr& e, HostEffects& out);
  void stmt(const StmtPtr& s, HostEffects& out);
  void call(const CallExpr& n, HostEffects& out);
  HostEffects find_summary(const FunctionDecl& f);
  void find_addresses(std::set<std::string>& out) const;
  void assign(const ExprPtr& target, HostEffects& out);
  bool is_made_of_list(const VarDecl& var) const;
  bool is_aggregate(const QualifiedName& name, unsigned depth) const;
  bool may_refer(const CallExpr& n, std::size_t argument) const;
  bool keeps_address(const CallExpr& n) const;

  // ---- code that is not named (host/classes.cpp) ------------------------------------------------
  const HostNotes::Unnamed& unnamed();
  void find_unnamed(const RecordDecl& record, const std::string& scope, HostNotes::Unnamed& out);
  static void add_operator(const std::string& name, HostNotes::Unnamed& out);
  bool changes_more(const FunctionDecl& f);
  bool method_changes_more(const RecordDecl& record, const FunctionDecl& f,
                           const std::string& scope);
  bool runs_code(const FunctionDecl& f);

  const Program& program_;
  std::string scope_;
  bool in_class_;
  const CallExpr* besides_ = nullptr;
  unsigned depth_ = 0; // of calls
};

// All variables that `e` names.
std::set<std::string> names_in(const ExprPtr& e);
// Those whose value an assignment to `target` may change: of a[i].x not i.
std::set<std::string> changed_by(ExprPtr target);

} // namespace heddle::cuda
