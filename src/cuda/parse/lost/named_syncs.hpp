// Named barriers as statements: inline assembly that is one `bar.sync` or `bar.arrive`, or the call
// of a function that is nothing else.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CallExpr;
class Expr;
class FunctionDecl;
class GCCAsmStmt;
class Stmt;
} // namespace clang

namespace heddle::cuda {

struct NamedSync {
  std::string id;       // of the barrier: a number, or the text of an expression
  std::string weakened; // where it waits: the statement that only arrives; "": there is none
  bool waits = true;
};

class NamedSyncs {
public:
  explicit NamedSyncs(const clang::ASTContext& ast) : ast_(ast) {}
  std::optional<NamedSync> of(const clang::Stmt* statement) const;
  // Is the function nothing but one?
  bool is_body_of(const clang::FunctionDecl* f) const;

private:
  struct Operand {
    const clang::Expr* value = nullptr; // null: `number`
    std::string number;
  };
  struct Instruction {
    bool waits = true, is_aligned = true;
    std::vector<Operand> operands; // barrier and, perhaps, threads
  };
  std::optional<Instruction> instruction(const clang::Stmt* s, unsigned depth) const;
  std::optional<Instruction> instruction(const clang::GCCAsmStmt& s) const;
  std::optional<Instruction> body_of(const clang::FunctionDecl* f, unsigned depth) const;
  Operand operand(const clang::Expr* e) const;
  std::string source_text(const clang::Stmt* s) const;
  std::string operand_text(const Operand& o) const;
  std::string arrival(const clang::Stmt* s, const Instruction& i) const;
  std::string call_of_twin(const clang::CallExpr& call, const Instruction& i) const;
  bool is_twin(const clang::FunctionDecl& other, const clang::FunctionDecl& f,
               const Instruction& i) const;
  std::string assembly(const Instruction& i) const;

  const clang::ASTContext& ast_;
};

} // namespace heddle::cuda
