// Running ANTLR over classified tokens.
#pragma once
#include "cuda/syntax/parse_build.hpp"

#include <functional>
#include <optional>

namespace heddle::cuda {

// Parses `tokens` as one declaration (or expression) and builds its AST. A SyntaxError says in
// plain words what was met and where; `end` is the place behind the last token.
std::vector<DeclPtr> parse_declaration(const SyntaxTokens& tokens);
ExprPtr parse_single_expression(const SyntaxTokens& tokens);

} // namespace heddle::cuda
