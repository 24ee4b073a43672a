// Where the file names kernels and host functions.
#pragma once
#include "cuda/launch/handles.hpp"
#include "cuda/launch/pointers.hpp"

namespace heddle::cuda {

struct HostUses {
  // Launches that stand in a function itself.
  std::map<const clang::FunctionDecl*, std::vector<const clang::Expr*>> launches;
  // Functions with a body that a function calls by name.
  std::map<const clang::FunctionDecl*, std::set<const clang::FunctionDecl*>> calls;
  // Call operators of lambdas that stand in a function's statements, each among its calls: whoever
  // calls one, it has what it captures there.
  std::set<const clang::FunctionDecl*> written;
  // Of others, which have parameters, that are called by their names, and no more is done with
  // them.
  std::set<const clang::FunctionDecl*> called;
  // Functions that call what a pointer or an object of the library leads to.
  std::set<const clang::FunctionDecl*> calling_pointers;
  // Functions by those that name them, to call them or for others.
  std::map<const clang::FunctionDecl*, std::set<const clang::FunctionDecl*>> naming;
  // Functions whose name is used otherwise: anybody may call them.
  std::set<const clang::FunctionDecl*> named;
  // Uses of kernels that are no launches of theirs.
  std::vector<KernelUse> kernels;
  // Likewise in parts of templates that no instance has: of kernels that nothing else launches.
  std::vector<KernelUse> left_out;
  // Launches of what is not seen here, in templates and in text that does not compile.
  OpenAxes open{};
  std::set<clang::SourceLocation> kernel_names; // where the tree names one
  std::vector<KernelPointer> pointers;          // whose kernels are not among these
  std::vector<HandleLaunch> by_handle;          // and neither are those
};

HostUses find_uses(HostFile& file);
// The function, or the template that it is an instance of.
const clang::Decl* pattern_of(const clang::FunctionDecl& f);

} // namespace heddle::cuda
