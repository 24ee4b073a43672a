#include "cuda/parse/percents.hpp"

#include <clang/Lex/Preprocessor.h>

#include <cctype>

namespace heddle::cuda {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

} // namespace

void Percents::see(clang::Token& token) {
  if (token.is(clang::tok::kw_asm)) {
    state_ = State::opening;
    open_ = nullptr;
  } else if (state_ == State::opening && token.is(clang::tok::l_paren)) {
    state_ = State::strings;
  } else if (state_ == State::strings && token.is(clang::tok::string_literal)) {
    rewrite(token);
  } else if (state_ != State::opening ||
             !token.isOneOf(clang::tok::kw_volatile, clang::tok::kw_inline, clang::tok::kw_goto)) {
    state_ = State::outside;
  }
}

void Percents::rewrite(clang::Token& token) {
  const std::string text = preprocessor_.getSpelling(token);
  const std::size_t quote = text.find('"');
  if (quote == text.npos || (!open_ && text.find('%') == text.npos)) return;
  char* copy = preprocessor_.getPreprocessorAllocator().Allocate<char>(text.size() + 1);
  std::copy_n(text.c_str(), text.size() + 1, copy);
  mark(copy + quote + 1, copy + text.size());
  token.setLiteralData(copy);
  token.setLength(static_cast<unsigned>(text.size()));
  token.clearFlag(clang::Token::NeedsCleaning);
}

// A letter and a digit behind the sign are an operand with a modifier, which nvcc refuses.
void Percents::mark(char* at, char* end) {
  for (; at != end; ++at) {
    const char next = at + 1 != end ? at[1] : '\0';
    const bool modifies = std::isdigit(static_cast<unsigned char>(next)) || next == '[';
    if (open_ && is_letter(*at) && !modifies) *open_ = percent_mark;
    if (*at == '%')
      open_ = open_ ? nullptr : at;
    else if (*at != '"')
      open_ = nullptr;
  }
}

} // namespace heddle::cuda
