// Cutting a file into declarations by balanced brackets alone, so that one that is not understood
// costs no other.
#pragma once
#include "cuda/syntax/syntax_tokens.hpp"

namespace heddle::cuda {

struct Piece {
  std::size_t begin = 0, end = 0; // token indices; of a scope: from its first word to its `}`
  bool is_scope = false;          // namespace or extern "C" { }
  std::string name;               // of the namespace
  std::size_t name_token = 0;
  std::vector<Piece> members;
  std::string problem; // not empty: cannot be parsed, and why
};

std::vector<Piece> split(TokenSpan tokens);

} // namespace heddle::cuda
