// Source text of names, operators and expressions, as reports quote it.
#pragma once
#include "cuda/syntax/ast.hpp"

#include <string>

namespace heddle::cuda {

// "+", "<<", ..; "++" before and behind its operand
const char* spell_operator(UnaryOp op);
const char* spell_operator(BinaryOp op);
// "a::b" without template arguments.
std::string plain_name(const QualifiedName& name);
// C text of an expression on one line.
std::string spell(const ExprPtr& e);
std::string spell_call(const ExprNode& e);

} // namespace heddle::cuda
