// Names that declarations declare: types, templates, values.
#include "cuda/syntax/classify.hpp"
#include "cuda/syntax/classify_tokens.hpp"
#include "cuda/syntax/prelude.hpp"

#include <algorithm>

namespace heddle::cuda {

Classifier::Known Classifier::lookup(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto it = scope->names.find(name); it != scope->names.end()) return it->second;
  if (functions_.contains(name)) return Known::value;
  if (types_.contains(name) || is_prelude_type(name)) return Known::type;
  return Known::no;
}

void Classifier::declare(const std::string& name, Known as) {
  scopes_.back().names.insert_or_assign(name, as);
}

// At file scope and in classes types are known from here to the end of the file.
void Classifier::declare_type(const std::string& name) {
  const bool local = std::ranges::any_of(
      scopes_, [&](const Scope& s) { return !s.is_class && &s != &scopes_.front(); });
  if (local)
    declare(name, Known::type);
  else
    types_.insert(name);
}

// `template <typename T, int N>`: parameters are names of this declaration; what it declares is a
// template from here on.
void Classifier::template_header() {
  const std::size_t open = at_ + 1;
  ++at_;
  if (type(open) != CudaLexer::Less) return;
  const std::size_t close = template_arguments(at_ - 1, true);
  if (close == 0) return;
  mark_template(open, close);
  for (std::size_t i = open + 1; i < close; ++i) {
    const bool word = type(i) == CudaLexer::Typename || type(i) == CudaLexer::Class;
    if (!word) continue;
    role_[i] = CudaLexer::Class;
    const std::size_t named = type(i + 1) == CudaLexer::Ellipsis ? i + 2 : i + 1;
    if (named >= close || in_[named].type != CudaLexer::Identifier) continue;
    // `typename A::type = ..` names a type, not a parameter
    if (type(named + 1) == CudaLexer::ColonColon) {
      role_[i] = erased;
      continue;
    }
    declare(text(named), Known::type);
    role_[named] = CudaLexer::Identifier;
  }
  // the templated name: a class's, an alias's, or the function's before its parameters
  for (std::size_t i = close + 1; i < in_.size() && i < close + 200; ++i) {
    const std::size_t t = in_[i].type;
    if (t == CudaLexer::Template || t == CudaLexer::LeftBrace || t == CudaLexer::Semicolon) break;
    if (t == CudaLexer::Alignas || t == CudaLexer::LaunchBounds || t == CudaLexer::ClusterDims ||
        t == CudaLexer::Decltype) {
      i = after_group(in_, i + 1) - 1;
      continue;
    }
    if (in_[i].type != CudaLexer::Identifier) continue;
    const bool class_name = i > 0 && is_class_key(in_[i - 1].type);
    const bool alias = i > 0 && in_[i - 1].type == CudaLexer::Using;
    if (class_name || alias || type(i + 1) == CudaLexer::LeftParen) {
      templates_.insert(text(i));
      if (class_name || alias) types_.insert(text(i));
      break;
    }
  }
}

// `struct S`, with a body or not: S is a type.
void Classifier::class_head() {
  std::size_t i = at_ + 1;
  while (type(i) == CudaLexer::Alignas || type(i) == CudaLexer::Packed)
    i = type(i) == CudaLexer::Packed ? i + 1 : after_group(in_, i + 1);
  std::string class_name;
  ++at_;
  std::size_t body = i;
  if (type(i) == CudaLexer::Identifier && type(i + 1) != CudaLexer::ColonColon) {
    // a macro between the keyword and the name: `struct API S {`
    if (type(i + 1) == CudaLexer::Identifier &&
        (type(i + 2) == CudaLexer::LeftBrace || type(i + 2) == CudaLexer::Colon)) {
      role_[i] = erased;
      ignored_.push_back(in_[i]);
      ++i;
    }
    class_name = text(i);
    declare_type(class_name);
    role_[i] = CudaLexer::TypeName;
    body = i + 1;
    if (type(body) == CudaLexer::Less)
      if (const std::size_t close = template_arguments(i, true); close != 0) {
        mark_template(body, close);
        body = close + 1;
      }
  }
  if (type(body) == CudaLexer::Identifier && text(body) == "final") {
    role_[body] = CudaLexer::Final;
    ++body;
  }
  if (type(body) == CudaLexer::Final) ++body;
  if (type(body) == CudaLexer::Colon)
    while (body < in_.size() && type(body) != CudaLexer::LeftBrace &&
           type(body) != CudaLexer::Semicolon)
      ++body;
  if (type(body) == CudaLexer::LeftBrace) class_bodies_[body] = class_name;
}

void Classifier::enum_head() {
  std::size_t i = at_ + 1;
  if (type(i) == CudaLexer::Class || type(i) == CudaLexer::Struct) ++i;
  if (type(i) == CudaLexer::Identifier) {
    declare_type(text(i));
    role_[i] = CudaLexer::TypeName;
  }
  at_ = i;
}

// `typedef int (*F)(int), *P;`: the names before each `,` or the `;`, or behind `(*`.
void Classifier::typedef_names() {
  std::size_t last = 0;
  bool found_in_parens = false;
  for (std::size_t i = at_ + 1; i < in_.size();) {
    const std::size_t t = in_[i].type;
    if (t == CudaLexer::Less) { // template arguments hold commas
      if (const std::size_t close = template_arguments(i - 1, true); close != 0) {
        i = close + 1;
        continue;
      }
    }
    if (t == CudaLexer::LeftParen && !found_in_parens) {
      std::size_t k = i + 1;
      while (is_pointer_word(type(k)) || in_[k - 1].type == CudaLexer::ColonColon)
        ++k;
      if (k > i + 1 && k < in_.size() && in_[k].type == CudaLexer::Identifier) {
        last = k;
        found_in_parens = true;
      }
    }
    if (t == CudaLexer::Identifier && !found_in_parens) last = i;
    if ((t == CudaLexer::Comma || t == CudaLexer::Semicolon) && last != 0) {
      declare_type(text(last));
      role_[last] = CudaLexer::Identifier;
      class_bodies_.erase(last);
      last = 0;
      found_in_parens = false;
    }
    if (t == CudaLexer::Semicolon) return;
    const bool group =
        t == CudaLexer::LeftParen || t == CudaLexer::LeftBracket || t == CudaLexer::LeftBrace;
    i = group ? after_group(in_, i) : i + 1;
  }
}

void Classifier::using_names() {
  if (type(at_ + 1) == CudaLexer::Identifier && type(at_ + 2) == CudaLexer::Assign) {
    declare_type(text(at_ + 1));
    role_[at_ + 1] = CudaLexer::Identifier;
    at_ += 3;
    return;
  }
  // `using namespace a::b;`, `using a::b;`: the parser takes any names here
  for (++at_; at_ < in_.size() && in_[at_].type != CudaLexer::Semicolon; ++at_)
    if (in_[at_].type == CudaLexer::Identifier && type(at_ + 1) == CudaLexer::ColonColon)
      role_[at_] = CudaLexer::ValueScope;
}

} // namespace heddle::cuda
