// Which `<` opens template arguments, and which `>>>` closes a launch.
#include "cuda/syntax/classify.hpp"
#include "cuda/syntax/classify_tokens.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// How far template arguments are looked for: keeps odd input linear.
constexpr std::size_t longest_arguments = 400;

} // namespace

// The index of the `>` that closes the `<` behind the name at `i`; 0 if that is none.
std::size_t Classifier::template_arguments(std::size_t i, bool certain) const {
  const std::size_t open = i + 1;
  if (type(open) != CudaLexer::Less) return 0;
  std::size_t depth = 0;
  const std::size_t stop = std::min(in_.size(), open + longest_arguments);
  for (std::size_t k = open; k < stop;) {
    switch (in_[k].type) {
    case CudaLexer::Less:
      ++depth;
      ++k;
      break;
    case CudaLexer::Greater:
      if (--depth == 0) return certain || plausible_arguments(open, k) ? k : 0;
      ++k;
      break;
    case CudaLexer::LeftParen:
    case CudaLexer::LeftBracket:
      k = after_group(in_, k);
      break;
    case CudaLexer::LeftBrace:
      if (!certain) return 0;
      k = after_group(in_, k);
      break;
    case CudaLexer::RightParen:
    case CudaLexer::RightBracket:
    case CudaLexer::RightBrace:
    case CudaLexer::Semicolon:
    case CudaLexer::LaunchOpen:
      return 0;
    case CudaLexer::AmpAmp:
    case CudaLexer::PipePipe:
      if (!certain) return 0;
      ++k;
      break;
    default:
      ++k;
      break;
    }
  }
  return 0;
}

// For a name nobody declared: does `name<..>` make sense by what stands inside and behind it?
bool Classifier::plausible_arguments(std::size_t open, std::size_t close) const {
  const std::size_t first = open + 1, next = type(close + 1);
  if (next == CudaLexer::ColonColon) return true;
  if (next == CudaLexer::LaunchOpen) return true;
  const bool typed =
      is_builtin(type(first)) || type(first) == CudaLexer::Const || is_class_key(type(first)) ||
      (in_[first].type == CudaLexer::Identifier && lookup(text(first)) == Known::type);
  // names, literals and commas alone
  bool plain = true;
  for (std::size_t i = first; i < close; ++i)
    plain = plain && (in_[i].type == CudaLexer::Identifier || in_[i].type == CudaLexer::Number ||
                      in_[i].type == CudaLexer::Comma || in_[i].type == CudaLexer::ColonColon ||
                      in_[i].type == CudaLexer::True || in_[i].type == CudaLexer::False);
  if (next == CudaLexer::LeftParen || next == CudaLexer::LeftBrace)
    return typed || (plain && open + 2 == close);
  if (next == CudaLexer::Identifier) return typed || (plain && statement_start(open - 1));
  if (is_pointer_word(next)) return typed || next == CudaLexer::Const;
  const bool ends = next == CudaLexer::Greater || next == CudaLexer::Comma ||
                    next == CudaLexer::RightParen || next == CudaLexer::Semicolon;
  return typed && ends;
}

void Classifier::mark_template(std::size_t open, std::size_t close) {
  role_[open] = CudaLexer::TemplateOpen;
  role_[close] = CudaLexer::TemplateClose;
}

// At `<<<`: the first `>>>` outside brackets closes it; of a longer row of `>`, its last three.
void Classifier::mark_launch() {
  for (std::size_t i = at_ + 1; i < in_.size();) {
    const std::size_t t = in_[i].type;
    if (t == CudaLexer::LeftParen || t == CudaLexer::LeftBracket || t == CudaLexer::LeftBrace) {
      i = after_group(in_, i);
      continue;
    }
    if (t == CudaLexer::Semicolon || t == CudaLexer::RightBrace) return;
    std::size_t row = 0;
    while (i + row < in_.size() && in_[i + row].type == CudaLexer::Greater)
      ++row;
    if (row >= 3) {
      role_[i + row - 3] = CudaLexer::LaunchClose;
      role_[i + row - 2] = role_[i + row - 1] = erased;
      return;
    }
    i += std::max<std::size_t>(row, 1);
  }
}

} // namespace heddle::cuda
