// Walks over AST trees that only look: every child of a node, in source order.
#pragma once
#include "cuda/syntax/ast.hpp"

#include <functional>

namespace heddle::cuda {

// Calls `f` with every direct subexpression of `e` (statements of lambdas are not entered).
void for_each_child(const ExprNode& e, const std::function<void(const ExprPtr&)>& f);
// Calls `on_stmt` and `on_expr` with the direct substatements and expressions of `s`.
void for_each_child(const StmtNode& s, const std::function<void(const StmtPtr&)>& on_stmt,
                    const std::function<void(const ExprPtr&)>& on_expr);
// Every statement and expression below `s`, `s` included, outer ones first. Iterative: input may
// be deep.
void walk(const StmtPtr& s, const std::function<void(const StmtPtr&)>& on_stmt,
          const std::function<void(const ExprPtr&)>& on_expr);
void walk(const ExprPtr& e, const std::function<void(const ExprPtr&)>& on_expr);

} // namespace heddle::cuda
