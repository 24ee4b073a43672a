// CUDA text in, AST out. ANTLR and Boost.Wave stay behind this.
#pragma once
#include "cuda/syntax/ast.hpp"
#include "support/context.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cuda {

// One token after preprocessing. `loc` is where a person would look for it: inside a macro
// expansion, the place of the outermost macro call.
struct Token {
  enum class Kind : std::uint8_t { identifier, keyword, number, string, character, punctuator };
  Kind kind;
  std::string text;
  Loc loc;
};

// Preprocesses `path` (-D and -I from ctx.options; the built-in prelude replaces CUDA's headers;
// headers that are not there are skipped with a note). std::nullopt, with an error reported, when
// the file cannot be read or preprocessing fails for good.
std::optional<std::vector<Token>> preprocess(const std::string& path, Ctx& ctx);

// Parses tokens, with islands. Never fails as a whole: what does not parse is an IslandDecl.
TranslationUnit parse(const std::vector<Token>& tokens, std::uint32_t file, Ctx& ctx);
// Parses one expression, as --assume gives it; errors are reported against a pseudo file `origin`.
ExprPtr parse_expression(const std::string& text, const std::string& origin, Ctx& ctx);

} // namespace heddle::cuda
