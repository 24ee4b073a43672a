// Where pointers to kernels go: through variables, parameters and results of functions.
#pragma once
#include "cuda/launch/axes.hpp"

namespace heddle::cuda {

// A kernel that is named where no launch of it is followed; of a template: all its instances.
struct KernelUse {
  const clang::NamedDecl* kernel = nullptr;
  clang::SourceLocation at;
  OpenAxes open{};                      // sizes that stand there
  std::vector<std::string> arguments{}; // of a launch that does not compile (read_arguments)
};

// A variable, an array, a parameter or what a function returns, that points to kernels, of which
// nothing is done but launching what it points to, handing it on so, asking and comparing.
struct KernelPointer {
  std::vector<KernelUse> kernels; // given to it
  std::vector<const clang::Expr*> launches;
  bool is_complete = true; // else others may give it some of theirs
};

// The variable that is named, or of which an element is.
const clang::VarDecl* variable_of(const clang::Expr* e);
// Without casts and &.
const clang::Expr* named_by(const clang::Expr* e);
bool is_kernel(const clang::Decl& d);

class PointerFlow {
public:
  explicit PointerFlow(HostFile& file) : file_(file) {}

  // What is done with a variable, a parameter or the result of a function: each use is seen by
  // `use`, and again by what it is for.
  void use(const clang::ValueDecl& d) { ++at(d).uses; }
  void assign(const clang::ValueDecl& to, const clang::Expr* from) { flow(at(to), from); }
  void ask(const clang::VarDecl& v) { ++at(v).understood; }
  void launch(const clang::Expr& launch, const clang::Expr* callee);
  // Somebody calls it with what is not told here.
  void add_callers(const clang::FunctionDecl& f) { called_otherwise_.insert(f.getCanonicalDecl()); }
  // A lambda of which each call is seen.
  void add_called(const clang::FunctionDecl& lambda) { only_called_.insert(&lambda); }
  // Templates of which there are no instances call functions with kernels, nobody knows which.
  void add_callers() { all_called_otherwise_ = true; }
  // The name of a kernel that goes somewhere.
  bool is_given(const clang::Expr* name) const { return given_.contains(name); }

  // Those that are followed; kernels that go elsewhere as well are among `lost`.
  std::vector<KernelPointer> finish(const std::set<const clang::FunctionDecl*>& named,
                                    std::vector<KernelUse>& lost);

private:
  struct Node {
    const clang::ValueDecl* of = nullptr; // null: the callee of a launch
    unsigned uses = 0, understood = 0;
    bool open = false; // it is given something else
    bool is_followed = true;
    std::vector<const clang::DeclRefExpr*> given;
    std::set<Node*> from, to;
    std::vector<const clang::Expr*> launches;
  };
  Node& at(const clang::ValueDecl& d);
  void flow(Node& to, const clang::Expr* from);
  static void connect(Node& from, Node& to);
  bool may_follow(const Node& node, const std::set<const clang::FunctionDecl*>& named);
  bool has_other_callers(const Node& node, const std::set<const clang::FunctionDecl*>& named) const;
  static void collect(const Node& node, std::set<const Node*>& seen, KernelPointer& to);
  void settle();

  HostFile& file_;
  std::map<const clang::ValueDecl*, Node> nodes_;
  std::vector<std::unique_ptr<Node>> callees_;
  std::set<const clang::Expr*> given_;
  std::set<const clang::FunctionDecl*> called_otherwise_;
  std::set<const clang::FunctionDecl*> only_called_;
  bool all_called_otherwise_ = false;
};

} // namespace heddle::cuda
