// Copies of AST trees with other names.
#pragma once
#include "cuda/syntax/ast.hpp"

#include <functional>

namespace heddle::cuda {

// What an unqualified name (or the first part of a qualified one) becomes; nullopt: it stays.
using Renaming = std::function<std::optional<std::string>(const std::string&)>;

// Bodies of lambdas and statements are left as they are.
ExprPtr renamed(const ExprPtr& e, const Renaming& names);
TypePtr renamed(const TypePtr& type, const Renaming& names);
TemplateArg renamed(const TemplateArg& arg, const Renaming& names);

} // namespace heddle::cuda
