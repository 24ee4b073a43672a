// Fold expressions and sizeof... as calls: `(a + ... + p)` is __builtin_fold("+", 2, a, p), and
// `sizeof...(p)` is __builtin_pack_size(p). The second argument of a fold: 0 for (p + ...), 1 for
// (... + p), 2 for one with a start value.
#include "cuda/syntax/syntax_tokens.hpp"

#include "CudaLexer.h"

#include <algorithm>
#include <array>

namespace heddle::cuda {

namespace {

using grammar::CudaLexer;

bool is_operator(const SyntaxToken& token) {
  static constexpr std::array<std::string_view, 19> all{"+",  "-",  "*",  "/",  "%",  "^", "&",
                                                        "|",  "&&", "||", "==", "!=", "<", ">",
                                                        "<=", ">=", "<<", ",",  "="};
  return std::ranges::find(all, token.text) != all.end();
}

class Folds {
public:
  explicit Folds(TokenSpan in) : in_(in) { out_.reserve(in.size()); }

  SyntaxTokens run() {
    write(0, in_.size());
    return std::move(out_);
  }

private:
  void emit(std::size_t type, std::string text, Loc loc) {
    out_.push_back({type, std::move(text), loc});
  }

  void write(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end;) {
      if (in_[i].type == CudaLexer::Sizeof && i + 1 < end &&
          in_[i + 1].type == CudaLexer::Ellipsis) {
        emit(CudaLexer::Identifier, "__builtin_pack_size", in_[i].loc);
        i += 2;
      } else if (const std::size_t dots = fold_at(i)) {
        i = write_fold(i, dots);
      } else {
        out_.push_back(in_[i++]);
      }
    }
  }

  // The `...` of the fold that the parenthesis at `open` begins; 0: it begins none.
  std::size_t fold_at(std::size_t open) const {
    if (in_[open].type != CudaLexer::LeftParen) return 0;
    const std::size_t close = after_group(in_, open) - 1;
    if (close >= in_.size()) return 0;
    for (std::size_t i = open + 1; i < close;) {
      const std::size_t type = in_[i].type;
      if (type == CudaLexer::LeftParen || type == CudaLexer::LeftBracket ||
          type == CudaLexer::LeftBrace) {
        i = after_group(in_, i);
        continue;
      }
      if (type == CudaLexer::Sizeof && in_[i + 1].type == CudaLexer::Ellipsis) {
        i += 2;
        continue;
      }
      if (type == CudaLexer::Ellipsis) return is_fold(open, i, close) ? i : 0;
      ++i;
    }
    return 0;
  }

  bool is_fold(std::size_t open, std::size_t dots, std::size_t close) const {
    const bool first = dots == open + 1, last = dots + 1 == close;
    if (first && last) return false;
    if (!first && !is_operator(in_[dots - 1])) return false;
    if (!last && !is_operator(in_[dots + 1])) return false;
    if (!first && !last) return in_[dots - 1].text == in_[dots + 1].text;
    if (in_[first ? dots + 1 : dots - 1].text != ",") return true;
    // (x, ...) after a name is a list of parameters
    const std::size_t before = open == 0 ? std::size_t{CudaLexer::Semicolon} : in_[open - 1].type;
    return before == CudaLexer::Semicolon || before == CudaLexer::LeftBrace ||
           before == CudaLexer::RightBrace || before == CudaLexer::Return ||
           before == CudaLexer::LeftParen;
  }

  std::size_t write_fold(std::size_t open, std::size_t dots) {
    const std::size_t close = after_group(in_, open) - 1;
    const bool first = dots == open + 1, last = dots + 1 == close;
    const Loc at = in_[dots].loc;
    emit(CudaLexer::Identifier, "__builtin_fold", in_[open].loc);
    out_.push_back(in_[open]);
    emit(CudaLexer::String, "\"" + in_[first ? dots + 1 : dots - 1].text + "\"", at);
    emit(CudaLexer::Comma, ",", at);
    emit(CudaLexer::Number, last ? "0" : first ? "1" : "2", at);
    emit(CudaLexer::Comma, ",", at);
    if (!first) write(open + 1, dots - 1);
    if (!first && !last) emit(CudaLexer::Comma, ",", at);
    if (!last) write(dots + 2, close);
    out_.push_back(in_[close]);
    return close + 1;
  }

  TokenSpan in_;
  SyntaxTokens out_;
};

} // namespace

SyntaxTokens write_folds(const SyntaxTokens& tokens) {
  const bool any = std::ranges::any_of(
      tokens, [](const SyntaxToken& t) { return t.type == CudaLexer::Ellipsis; });
  return any ? Folds(tokens).run() : tokens;
}

} // namespace heddle::cuda
