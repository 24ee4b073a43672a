#include "cuda/syntax/split.hpp"

#include "CudaLexer.h"

#include <algorithm>

namespace heddle::cuda {

namespace {

using grammar::CudaLexer;

constexpr std::size_t max_nesting = 150;

Piece piece_at(std::size_t begin) {
  Piece piece;
  piece.begin = begin;
  return piece;
}

class Splitter {
public:
  explicit Splitter(TokenSpan tokens) : tokens_(tokens) {}

  std::vector<Piece> scope(std::size_t depth) {
    std::vector<Piece> pieces;
    while (at_ < tokens_.size()) {
      if (type(at_) == CudaLexer::RightBrace) {
        if (depth > 0) break;
        pieces.push_back(piece_at(at_));
        pieces.back().end = at_ + 1;
        pieces.back().problem = "unmatched '}'";
        ++at_;
      } else if (type(at_) == CudaLexer::Semicolon) {
        ++at_;
      } else if (const std::size_t open = scope_opens(); open != 0 && depth < max_nesting) {
        pieces.push_back(nested(open, depth));
      } else {
        pieces.push_back(declaration());
      }
    }
    return pieces;
  }

private:
  std::size_t type(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].type : static_cast<std::size_t>(CudaLexer::EOF);
  }

  // The index of `{` when a namespace or linkage block starts here, else 0.
  std::size_t scope_opens() const {
    std::size_t i = at_;
    if (type(i) == CudaLexer::Extern && type(i + 1) == CudaLexer::String &&
        type(i + 2) == CudaLexer::LeftBrace)
      return i + 2;
    if (type(i) == CudaLexer::Inline) ++i;
    if (type(i) != CudaLexer::Namespace) return 0;
    for (++i; type(i) == CudaLexer::Identifier || type(i) == CudaLexer::ColonColon;)
      ++i;
    return type(i) == CudaLexer::LeftBrace ? i : 0;
  }

  Piece nested(std::size_t open, std::size_t depth) {
    Piece piece = piece_at(at_);
    piece.is_scope = true;
    for (std::size_t i = at_; i < open; ++i)
      if (type(i) == CudaLexer::Identifier || type(i) == CudaLexer::ColonColon) {
        if (piece.name.empty()) piece.name_token = i;
        piece.name += tokens_[i].text;
      }
    at_ = open + 1;
    piece.members = scope(depth + 1);
    if (at_ < tokens_.size()) ++at_; // its }
    piece.end = at_;
    return piece;
  }

  Piece declaration() {
    Piece piece = piece_at(at_);
    if (const std::size_t call = macro_call(); call != 0) {
      piece.end = at_ = call;
      piece.problem = "'" + tokens_[piece.begin].text + "' looks like a macro that is not defined";
      return piece;
    }
    scan(piece);
    piece.end = std::max(at_, piece.begin + 1);
    at_ = piece.end;
    if (piece.problem.empty() && deepest(piece) > max_nesting)
      piece.problem = "brackets nest too deeply";
    return piece;
  }

  // `NAME(..)` with no type before it, another declaration right behind it: the index after it.
  std::size_t macro_call() const {
    if (type(at_) != CudaLexer::Identifier || type(at_ + 1) != CudaLexer::LeftParen) return 0;
    const std::size_t end = after_group(tokens_, at_ + 1);
    if (end >= tokens_.size()) return 0;
    switch (type(end)) {
    case CudaLexer::Identifier:
    case CudaLexer::Global:
    case CudaLexer::Device:
    case CudaLexer::Host:
    case CudaLexer::Shared:
    case CudaLexer::Constant:
    case CudaLexer::Template:
    case CudaLexer::Static:
    case CudaLexer::Inline:
    case CudaLexer::Extern:
    case CudaLexer::Namespace:
    case CudaLexer::Struct:
    case CudaLexer::Class:
    case CudaLexer::Typedef:
    case CudaLexer::Using:
    case CudaLexer::Void:
    case CudaLexer::Int:
      return end;
    default:
      return 0;
    }
  }

  // Moves at_ to the end of the declaration.
  void scan(Piece& piece) {
    bool parameters = false, assigned = false;
    while (at_ < tokens_.size()) {
      switch (type(at_)) {
      case CudaLexer::Semicolon:
        ++at_;
        return;
      case CudaLexer::RightBrace:
        return; // of the scope around
      case CudaLexer::Alignas:
      case CudaLexer::LaunchBounds:
      case CudaLexer::BlockSize:
      case CudaLexer::ClusterDims:
      case CudaLexer::Decltype:
        at_ = type(at_ + 1) == CudaLexer::LeftParen ? after_group(tokens_, at_ + 1) : at_ + 1;
        break;
      case CudaLexer::Template:
        skip_template();
        break;
      case CudaLexer::Operator:
        at_ += type(at_ + 1) == CudaLexer::LeftParen ? 3 : 2;
        break;
      case CudaLexer::Assign:
        assigned = true;
        ++at_;
        break;
      case CudaLexer::LeftParen:
        parameters = true;
        skip_group(piece);
        break;
      case CudaLexer::LeftBracket:
        skip_group(piece);
        break;
      case CudaLexer::LeftBrace:
        skip_group(piece);
        if (parameters && !assigned && !initializers_go_on()) return;
        break;
      default:
        ++at_;
        break;
      }
      if (!piece.problem.empty()) return;
    }
    at_ = std::min(at_, tokens_.size());
  }

  // `template <..>`, whose defaults are no initialisers.
  void skip_template() {
    ++at_;
    std::size_t depth = 0;
    while (at_ < tokens_.size()) {
      switch (type(at_)) {
      case CudaLexer::Less:
        ++depth;
        ++at_;
        break;
      case CudaLexer::Greater:
        ++at_;
        --depth;
        break;
      case CudaLexer::LeftParen:
        at_ = after_group(tokens_, at_);
        break;
      case CudaLexer::Semicolon:
      case CudaLexer::LeftBrace:
      case CudaLexer::RightBrace:
        return;
      default:
        ++at_;
        break;
      }
      if (depth == 0) return;
    }
  }

  // `A() : x{1}, y{2} { }`: after a member's braces the list goes on or the body opens.
  bool initializers_go_on() const {
    return type(at_) == CudaLexer::Comma || type(at_) == CudaLexer::LeftBrace ||
           type(at_) == CudaLexer::Catch;
  }

  void skip_group(Piece& piece) {
    const std::size_t open = at_;
    at_ = after_group(tokens_, open);
    const bool closed = at_ > open + 1 && closes(open, at_ - 1);
    if (closed) return;
    piece.problem = "no bracket closes this '" + tokens_[open].text + "'";
    // go on where a declaration seems to start again
    for (at_ = open + 1; at_ < tokens_.size() && !restarts(at_);)
      ++at_;
  }
  bool closes(std::size_t open, std::size_t close) const {
    switch (type(open)) {
    case CudaLexer::LeftParen:
      return type(close) == CudaLexer::RightParen;
    case CudaLexer::LeftBracket:
      return type(close) == CudaLexer::RightBracket;
    default:
      return type(close) == CudaLexer::RightBrace;
    }
  }
  bool restarts(std::size_t i) const {
    if (tokens_[i].loc.column != 1) return false;
    switch (type(i)) {
    case CudaLexer::Global:
    case CudaLexer::Device:
    case CudaLexer::Host:
    case CudaLexer::Template:
    case CudaLexer::Extern:
    case CudaLexer::Static:
      return true;
    default:
      return false;
    }
  }

  // Brackets; and template brackets, which only count within one statement, for `<` also compares.
  std::size_t deepest(const Piece& piece) const {
    std::size_t depth = 0, angles = 0, most = 0;
    for (std::size_t i = piece.begin; i < piece.end; ++i) {
      switch (type(i)) {
      case CudaLexer::LeftParen:
      case CudaLexer::LeftBracket:
        ++depth;
        break;
      case CudaLexer::RightParen:
      case CudaLexer::RightBracket:
        depth -= depth > 0 ? 1 : 0;
        break;
      case CudaLexer::LeftBrace:
        ++depth, angles = 0;
        break;
      case CudaLexer::RightBrace:
        depth -= depth > 0 ? 1 : 0, angles = 0;
        break;
      case CudaLexer::Less:
        ++angles;
        break;
      case CudaLexer::Greater:
        angles -= angles > 0 ? 1 : 0;
        break;
      case CudaLexer::Semicolon:
        angles = 0;
        break;
      default:
        break;
      }
      most = std::max({most, depth, angles});
    }
    return most;
  }

  TokenSpan tokens_;
  std::size_t at_ = 0;
};

} // namespace

std::vector<Piece> split(TokenSpan tokens) { return Splitter(tokens).scope(0); }

} // namespace heddle::cuda
