// Text of AST parts, as --dump=ast shows them. Expressions are prefix forms in parentheses, types
// read left to right with what they point to behind `of`-like brackets; see docs of each function.
#pragma once
#include "cuda/syntax/ast.hpp"

#include <string>

namespace heddle::cuda {

// `int`, `const float*`, `f32[4][n]`-like: declarators read from the element outwards.
std::string to_string(const TypePtr& type);
// `(+ a (* 2 b))`, `(call f x)`, `(index a i)`.
std::string to_string(const ExprPtr& expr);
std::string to_string(const QualifiedName& name);
// A statement's lines, indented by `indent` steps of two blanks.
std::string to_string(const StmtPtr& stmt, unsigned indent = 0);
std::string to_string(const DeclPtr& decl, unsigned indent = 0);

} // namespace heddle::cuda
