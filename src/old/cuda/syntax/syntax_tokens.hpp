// Tokens with the parser's types, between preprocessing and ANTLR. Passes over them, in order:
// normalize (spelling and attributes), split (file-scope pieces), classify (what names are).
#pragma once
#include "cuda/syntax/parse.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace heddle::cuda {

struct SyntaxToken {
  std::size_t type; // of CudaLexer
  std::string text;
  Loc loc;
  bool glued =
      false; // one half of `>>`: belongs to the next token unless that closes template args
};
using SyntaxTokens = std::vector<SyntaxToken>;
using TokenSpan = std::span<const SyntaxToken>;

// One spelling for each keyword, `>>` as two halves, `<<<` as one, attributes that say nothing
// about races erased.
SyntaxTokens normalize(const std::vector<Token>& tokens);

// Fold expressions and sizeof... as calls (fold_tokens.cpp).
SyntaxTokens write_folds(const SyntaxTokens& tokens);

// The index after the bracket that matches the opening one at `open`; tokens.size() if none does.
std::size_t after_group(TokenSpan tokens, std::size_t open);

} // namespace heddle::cuda
