// Launches by handles of CUDA's driver (CUfunction), which stand for kernels that are known by
// name.
#pragma once
#include "cuda/launch/axes.hpp"

namespace heddle::cuda {

// One of which it may be that no kernel is named there.
struct HandleLaunch {
  const clang::Expr* launch = nullptr; // null: in text that does not compile
  clang::SourceLocation at;
  const clang::ValueDecl* handle = nullptr; // variable or member; null: another way to come by it
  OpenAxes open = all_axes;
};

bool is_handle(clang::QualType type); // CUfunction, CUkernel
// The variable, or the member of whatever object, that it is the value of; null: neither.
const clang::ValueDecl* handle_named_by(const clang::Expr& e);
// May a handle of that name be one of the kernel?
bool may_be_called(const clang::FunctionDecl& kernel, llvm::StringRef name);

// What cuModuleGetFunction(&handle, module, "name") says; nothing: the call is none of these.
struct GivenHandle {
  const clang::Expr* to = nullptr;   // &handle
  std::optional<std::string> name{}; // where it is written there
};
std::optional<GivenHandle> given_handle(const clang::CallExpr& e, const HostFile& file);

// The names that a variable's, or a member's, handles have wherever the file uses it.
class Handles {
public:
  explicit Handles(HostFile& file) : file_(file) {}
  // Nothing: others may be put there.
  std::optional<std::set<std::string>> names_of(const clang::ValueDecl& d);

private:
  struct Use {
    unsigned all = 0, understood = 0;
    std::set<std::string> names;
  };
  void find();
  bool is_seen_whole(const clang::ValueDecl& d) const;

  HostFile& file_;
  std::optional<std::map<const clang::ValueDecl*, Use>> uses_;
};

} // namespace heddle::cuda
