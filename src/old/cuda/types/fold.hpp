// Constant folding on the AST: template arguments, array extents, launch configurations.
#pragma once
#include "cuda/syntax/ast.hpp"
#include "cuda/types/types.hpp"

#include <array>
#include <functional>
#include <optional>

namespace heddle::cuda {

// What names, types and functions mean where an expression stands.
struct FoldEnv {
  std::function<std::optional<FoldValue>(const QualifiedName&)> name;
  std::function<CT(const TypePtr&)> type;
  std::function<std::optional<FoldValue>(const CallExpr&, const std::vector<FoldValue>&)> call;
  // What a call stands for, as an expression; nullptr: itself. May be empty.
  std::function<ExprPtr(const CallExpr&)> rewritten;
  // Component of an expression that is not a constant itself (`block.x`); may be empty.
  std::function<CT(const ExprPtr&)> type_of; // for sizeof; may be empty
};

// Value of a constant expression; std::nullopt when it is not one. Never evaluates more than a
// bounded number of nodes.
std::optional<FoldValue> fold(const ExprPtr& e, const FoldEnv& env);

// `value` converted to the type `to`, as C does.
std::optional<FoldValue> fold_convert(const FoldValue& value, const CT& to);

} // namespace heddle::cuda
