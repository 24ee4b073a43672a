// A CUDA file as Clang understands it: its kernels as LLVM IR, and what was not understood.
//
// Clang parses the file once, for the device, with errors anywhere in it. A function that holds one
// loses its body before code is made: a kernel that reaches it meets a call of a function that is
// not there, and Unit::problem says why. What Clang corrects or guesses is never taken.
#pragma once
#include "support/context.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
class Sema;
class SourceLocation;
class Stmt;
class VarDecl;
} // namespace clang
namespace llvm {
class DILocation;
class Function;
class GlobalVariable;
class LLVMContext;
class Module;
} // namespace llvm

namespace heddle::cuda {

// What was not understood, and where.
struct NotUnderstood {
  std::string reason;
  Loc loc;
};

// What the reading rests on, as assumptions are printed.
struct Assumed {
  std::string text, origin;
};

// One kernel, or one instance of a kernel template.
struct KernelCode {
  std::string name;  // "copy<float, 128>", without namespaces
  std::string scope; // "ns::"
  Loc loc;
  const clang::FunctionDecl* decl = nullptr;
  llvm::Function* code = nullptr; // null: `problems` say why
  std::vector<NotUnderstood> problems;
  std::vector<Assumed> assumed; // template arguments of our choice, headers that are not there
  bool is_guess = false;        // an instance with numbers of our choice, which nothing names
};

class Unit {
public:
  explicit Unit(Ctx& context) : ctx(context) {}
  virtual ~Unit() = default;
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;

  Ctx& ctx;
  clang::ASTContext* ast = nullptr;
  clang::Sema* sema = nullptr;
  llvm::Module* device = nullptr; // code of all kernels and of what they reach
  std::vector<KernelCode> kernels;
  std::vector<Assumed> assumed; // of all kernels
  // Bodies that functions lost because something in them does not compile.
  std::map<const clang::FunctionDecl*, const clang::Stmt*> lost_bodies;
  std::vector<std::uint32_t> error_places; // encoded clang::SourceLocation
  // Of these, where the text was not what the grammar asks for.
  std::set<std::uint32_t> grammar_error_places;

  // The declaration behind a function of `device`; null for LLVM's intrinsics.
  virtual const clang::FunctionDecl* declaration(const llvm::Function& function) const = 0;
  // Likewise by its mangled name: of one that was inlined and is gone.
  virtual const clang::FunctionDecl* declaration(const std::string& mangled) const = 0;
  virtual const clang::VarDecl* variable(const llvm::GlobalVariable& variable) const = 0;
  // Why a function without a body has none although the file gives one.
  virtual const NotUnderstood* problem(const clang::FunctionDecl* function) const = 0;
  // Positions as people read them: outside of macros.
  virtual Loc loc(clang::SourceLocation at) const = 0;
  virtual Loc loc(const llvm::DILocation* at) const = 0;
};

// Calls `use` with the unit while Clang's forms are alive. Bad input is reported to ctx; then `use`
// is not called.
void parse(const std::string& path, Ctx& ctx, const std::function<void(Unit&)>& use);

} // namespace heddle::cuda
