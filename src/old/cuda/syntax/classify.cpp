// The walk over a declaration's tokens, and what is handed to the parser.
#include "cuda/syntax/classify.hpp"
#include "cuda/syntax/classify_tokens.hpp"

namespace heddle::cuda {

std::size_t Classifier::type(std::size_t i) const {
  if (i >= in_.size()) return static_cast<std::size_t>(CudaLexer::EOF);
  return role_[i] == own_type ? in_[i].type : role_[i];
}

SyntaxTokens Classifier::classify(TokenSpan declaration) {
  in_ = declaration;
  role_.assign(in_.size(), own_type);
  scopes_.assign(1, {});
  class_bodies_.clear();
  for (at_ = 0; at_ < in_.size();)
    step();
  return emit();
}

// Joins what is left of `>` `>` to shifts, and drops erased tokens.
SyntaxTokens Classifier::emit() const {
  SyntaxTokens out;
  out.reserve(in_.size());
  for (std::size_t i = 0; i < in_.size(); ++i) {
    if (role_[i] == erased) continue;
    SyntaxToken token = in_[i];
    token.type = type(i);
    token.glued = false;
    if (token.type == CudaLexer::LaunchClose) token.text = ">>>";
    if (in_[i].glued && type(i) == CudaLexer::Greater && type(i + 1) == CudaLexer::Greater) {
      token.type = CudaLexer::ShiftRight;
      token.text = ">>";
      ++i;
    }
    out.push_back(std::move(token));
  }
  return out;
}

void Classifier::step() {
  switch (type(at_)) {
  case CudaLexer::Identifier:
    return name();
  case CudaLexer::LeftBrace:
    return open_brace();
  case CudaLexer::RightBrace:
    if (scopes_.size() > 1) scopes_.pop_back();
    ++at_;
    return;
  case CudaLexer::Template:
    return template_header();
  case CudaLexer::Struct:
  case CudaLexer::Class:
  case CudaLexer::Union:
    if (role_[at_] == own_type) return class_head();
    ++at_; // of a template's parameter
    return;
  case CudaLexer::Enum:
    return enum_head();
  case CudaLexer::Typedef:
    typedef_names();
    ++at_;
    return;
  case CudaLexer::Using:
    return using_names();
  case CudaLexer::LaunchOpen:
    mark_launch();
    ++at_;
    return;
  case CudaLexer::Typename:
    // says only that a type follows, which the name's own type will say
    if (type(at_ + 1) != CudaLexer::Ellipsis) role_[at_] = erased;
    ++at_;
    return;
  case CudaLexer::StaticCast:
  case CudaLexer::ReinterpretCast:
  case CudaLexer::ConstCast:
  case CudaLexer::DynamicCast:
    if (const std::size_t close = template_arguments(at_, true); close != 0)
      mark_template(at_ + 1, close);
    ++at_;
    return;
  case CudaLexer::ColonColon:
    if (type(at_ + 1) == CudaLexer::Identifier) {
      ++at_;
      return name();
    }
    ++at_;
    return;
  default:
    ++at_;
    return;
  }
}

void Classifier::open_brace() {
  Scope scope;
  if (const auto body = class_bodies_.find(at_); body != class_bodies_.end()) {
    scope.is_class = true;
    scope.class_name = body->second;
  }
  scopes_.push_back(std::move(scope));
  ++at_;
}

} // namespace heddle::cuda
