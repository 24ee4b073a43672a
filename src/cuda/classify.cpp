#include "cuda/classify.hpp"

#include "cuda/prelude.hpp"

#include "CudaLexer.h"

#include <algorithm>

namespace heddle::cuda {

namespace {

using grammar::CudaLexer;

constexpr std::size_t own_type = 0;
constexpr std::size_t erased = static_cast<std::size_t>(-2);
// How far template arguments are looked for: keeps odd input linear.
constexpr std::size_t longest_arguments = 400;

bool is_builtin(std::size_t type) {
  switch (type) {
  case CudaLexer::Void:
  case CudaLexer::Bool:
  case CudaLexer::Char:
  case CudaLexer::Short:
  case CudaLexer::Int:
  case CudaLexer::Long:
  case CudaLexer::Float:
  case CudaLexer::Double:
  case CudaLexer::Signed:
  case CudaLexer::Unsigned:
  case CudaLexer::Int128:
  case CudaLexer::Auto:
    return true;
  default:
    return false;
  }
}

bool is_storage(std::size_t type) {
  switch (type) {
  case CudaLexer::Extern:
  case CudaLexer::Static:
  case CudaLexer::Inline:
  case CudaLexer::Typedef:
  case CudaLexer::Constexpr:
  case CudaLexer::Register:
  case CudaLexer::Mutable:
  case CudaLexer::Virtual:
  case CudaLexer::Explicit:
  case CudaLexer::Friend:
  case CudaLexer::ThreadLocal:
  case CudaLexer::Global:
  case CudaLexer::Device:
  case CudaLexer::Host:
  case CudaLexer::Shared:
  case CudaLexer::Constant:
  case CudaLexer::Managed:
    return true;
  default:
    return false;
  }
}

bool is_class_key(std::size_t type) {
  return type == CudaLexer::Struct || type == CudaLexer::Class || type == CudaLexer::Union;
}

bool is_pointer_word(std::size_t type) {
  switch (type) {
  case CudaLexer::Star:
  case CudaLexer::Amp:
  case CudaLexer::AmpAmp:
  case CudaLexer::Const:
  case CudaLexer::Volatile:
  case CudaLexer::Restrict:
    return true;
  default:
    return false;
  }
}

} // namespace

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

// ---- what declarations declare ------------------------------------------------------------------

Classifier::Known Classifier::lookup(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto it = scope->names.find(name); it != scope->names.end()) return it->second;
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
    if (t == CudaLexer::Alignas || t == CudaLexer::LaunchBounds || t == CudaLexer::Decltype) {
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

// ---- template brackets
// ---------------------------------------------------------------------------

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

// ---- names
// ---------------------------------------------------------------------------------------

void Classifier::member_name() {
  const bool named_template = at_ > 0 && type(at_ - 1) == CudaLexer::Template;
  const bool certain = named_template || templates_.contains(text(at_));
  if (type(at_ + 1) == CudaLexer::Less)
    if (const std::size_t close = template_arguments(at_, certain); close != 0)
      mark_template(at_ + 1, close);
  role_[at_] = CudaLexer::Identifier;
  ++at_;
}

void Classifier::name() {
  const std::size_t i = at_;
  if (role_[i] != own_type) {
    ++at_;
    return;
  }
  std::size_t before = i > 0 ? type(i - 1) : static_cast<std::size_t>(CudaLexer::Semicolon);
  if (before == CudaLexer::Template && i > 1) before = type(i - 2);
  if (before == CudaLexer::Dot || before == CudaLexer::Arrow) return member_name();
  if (chain_end(i) != i) return scope_chain();
  ++at_;
  if (before == CudaLexer::Goto) return;
  const Known known = lookup(text(i));
  if (is_constructor(i)) {
    role_[i] = CudaLexer::CtorName;
    return;
  }
  const bool is_template = templates_.contains(text(i)) || is_prelude_template(text(i));
  if (type(i + 1) == CudaLexer::Less && known != Known::value)
    if (const std::size_t close = template_arguments(i, is_template); close != 0)
      mark_template(i + 1, close);
  if (known == Known::no && is_stray_macro(i)) {
    role_[i] = erased;
    ignored_.push_back(in_[i]);
    return;
  }
  const bool as_type = known == Known::type ? is_type_here(i, true)
                       : known == Known::no ? is_type_here(i, false)
                                            : false;
  role_[i] = as_type ? CudaLexer::TypeName : CudaLexer::Identifier;
  if (!as_type && declares(i)) declare(text(i), Known::value);
}

// The index after a name's own template arguments.
std::size_t Classifier::chain_end(std::size_t from) const {
  std::size_t i = from;
  for (;;) {
    std::size_t next = i + 1;
    if (type(next) == CudaLexer::Less)
      if (const std::size_t close = template_arguments(i, false);
          close != 0 && type(close + 1) == CudaLexer::ColonColon)
        next = close + 1;
    if (type(next) == CudaLexer::TemplateOpen) return i;
    if (type(next) != CudaLexer::ColonColon) return i;
    ++next;
    if (type(next) == CudaLexer::Template) ++next;
    if (type(next) != CudaLexer::Identifier) return next;
    i = next;
  }
}

// `a::b<..>::c`: the last part says what the whole is.
void Classifier::scope_chain() {
  const std::size_t start = at_, last = chain_end(at_);
  const bool is_name = last < in_.size() && in_[last].type == CudaLexer::Identifier;
  bool as_type = type(last) == CudaLexer::Star; // pointer to member
  bool as_constructor = false;
  if (is_name) {
    const bool is_template = templates_.contains(text(last)) || is_prelude_template(text(last));
    const std::size_t before =
        start > 0 ? in_[start - 1].type : static_cast<std::size_t>(CudaLexer::Semicolon);
    std::size_t next = last + 1;
    if (type(next) == CudaLexer::Less)
      if (const std::size_t close = template_arguments(last, is_template); close != 0) {
        mark_template(next, close);
        next = close + 1;
      }
    const bool known = lookup(text(last)) == Known::type;
    as_constructor = known && text(start) == text(last) && type(next) == CudaLexer::LeftParen &&
                     scopes_.size() == 1;
    as_type = before == CudaLexer::Typename || known || looks_like_type(start, next);
    if (before == CudaLexer::Tilde) as_type = false;
  }
  for (std::size_t i = start; i < last; ++i)
    if (type(i) == CudaLexer::Less)
      if (const std::size_t close = template_arguments(i - 1, true); close != 0)
        mark_template(i, close);
  for (std::size_t i = start; i < last; ++i) {
    if (type(i) == CudaLexer::Template) role_[i] = erased;
    if (in_[i].type == CudaLexer::Identifier && role_[i] == own_type &&
        (type(i + 1) == CudaLexer::ColonColon || type(i + 1) == CudaLexer::TemplateOpen))
      role_[i] = as_type && !as_constructor ? CudaLexer::TypeScope : CudaLexer::ValueScope;
  }
  if (is_name)
    role_[last] = as_constructor ? CudaLexer::CtorName
                  : as_type      ? CudaLexer::TypeName
                                 : CudaLexer::Identifier;
  at_ = start + 1;
}

bool Classifier::statement_start(std::size_t i) const {
  if (i == 0) return true;
  switch (type(i - 1)) {
  case CudaLexer::LeftBrace:
  case CudaLexer::RightBrace:
  case CudaLexer::Semicolon:
  case CudaLexer::Const:
  case CudaLexer::Volatile:
  case CudaLexer::TemplateClose:
  case CudaLexer::Colon:
  case CudaLexer::Else:
    return true;
  case CudaLexer::LeftParen:
    return i > 1 && (type(i - 2) == CudaLexer::For || type(i - 2) == CudaLexer::Catch);
  default:
    return is_storage(type(i - 1)) || type(i - 1) == erased;
  }
}

bool Classifier::after_type(std::size_t i) const {
  if (i == 0) return false;
  const std::size_t before = type(i - 1);
  if (before == CudaLexer::TypeName || is_builtin(before)) return true;
  return before == CudaLexer::TemplateClose; // of a template type
}

// A known type is a type unless it stands where something gets that name; an unknown name is one
// if it is used like one.
bool Classifier::is_type_here(std::size_t i, bool known_type) const {
  std::size_t next = i + 1;
  if (type(next) == CudaLexer::TemplateOpen) {
    while (next < in_.size() && type(next) != CudaLexer::TemplateClose)
      ++next;
    ++next;
  }
  if (!known_type) return looks_like_type(i, next);
  switch (type(i + 1)) {
  case CudaLexer::Dot:
  case CudaLexer::Arrow:
  case CudaLexer::LeftBracket:
  case CudaLexer::Assign:
    return i > 0 && type(i + 1) == CudaLexer::LeftBracket && type(i - 1) == CudaLexer::New;
  default:
    break;
  }
  // `Node Node`, `int Node`, `Node* Node`: the second is the declared name
  if (i > 0 && (type(i - 1) == CudaLexer::TypeName || is_builtin(type(i - 1)))) return false;
  if (i > 1 && (type(i - 1) == CudaLexer::Star || type(i - 1) == CudaLexer::Amp) &&
      after_type(i - 1))
    return false;
  return true;
}

bool Classifier::looks_like_type(std::size_t i, std::size_t next) const {
  const std::size_t before = i > 0 ? type(i - 1) : static_cast<std::size_t>(CudaLexer::Semicolon);
  const std::size_t behind = type(next);
  if (after_type(i)) return false;
  // `plus<float>{}`: nothing but an object has braces here
  if (next > i + 1 && behind == CudaLexer::LeftBrace && scopes_.size() > 1) return true;
  if (before == CudaLexer::Star || before == CudaLexer::Amp || before == CudaLexer::Restrict)
    return false;
  if (before == CudaLexer::New) return true;
  if (behind == CudaLexer::Identifier) return true;
  if (before == CudaLexer::Const && i > 1 && type(i - 2) == CudaLexer::Star) return false;
  if ((before == CudaLexer::Const || before == CudaLexer::Volatile) &&
      behind != CudaLexer::Assign && behind != CudaLexer::LeftBracket)
    return true;
  if (looks_like_cast(i)) return true;
  return pointer_declaration(i, next);
}

// `(X*)`, `(X)y`: a cast; `(X*, int)`: a parameter.
bool Classifier::looks_like_cast(std::size_t i) const {
  if (i == 0 || (type(i - 1) != CudaLexer::LeftParen && type(i - 1) != CudaLexer::TemplateOpen))
    return false;
  std::size_t next = i + 1;
  while (is_pointer_word(type(next)))
    ++next;
  const std::size_t behind = type(next);
  const bool closes = behind == CudaLexer::RightParen || behind == CudaLexer::TemplateClose;
  if (next > i + 1) return closes || behind == CudaLexer::Comma;
  if (behind == CudaLexer::TemplateClose && i > 1) switch (type(i - 2)) {
    case CudaLexer::StaticCast:
    case CudaLexer::ReinterpretCast:
    case CudaLexer::ConstCast:
    case CudaLexer::DynamicCast:
      return true;
    default:
      return false;
    }
  if (behind != CudaLexer::RightParen || type(i - 1) != CudaLexer::LeftParen) return false;
  if (i > 1) switch (type(i - 2)) {
    case CudaLexer::If:
    case CudaLexer::While:
    case CudaLexer::Switch:
    case CudaLexer::For:
    case CudaLexer::Identifier:
    case CudaLexer::TypeName:
    case CudaLexer::TemplateClose:
    case CudaLexer::RightParen:
    case CudaLexer::RightBracket:
    case CudaLexer::Sizeof:
      return false;
    default:
      break;
    }
  switch (type(next + 1)) {
  case CudaLexer::Identifier:
  case CudaLexer::Number:
  case CudaLexer::Character:
  case CudaLexer::String:
  case CudaLexer::Tilde:
  case CudaLexer::Bang:
    return true;
  default:
    return false;
  }
}

// `X* p = ..`, `X& r`, `X const* p` where a statement or a parameter starts.
bool Classifier::pointer_declaration(std::size_t i, std::size_t next) const {
  std::size_t k = next;
  while (is_pointer_word(type(k)))
    ++k;
  if (k == next || type(k) != CudaLexer::Identifier) return false;
  const std::size_t behind = type(k + 1);
  if (statement_start(i)) return true;
  const bool in_body = scopes_.size() > 1 && !scopes_.back().is_class;
  const std::size_t before = type(i - 1);
  return !in_body && (before == CudaLexer::LeftParen || before == CudaLexer::Comma) &&
         (behind == CudaLexer::Comma || behind == CudaLexer::RightParen ||
          behind == CudaLexer::LeftBracket || behind == CudaLexer::Assign);
}

// A value name right behind a type is declared there.
bool Classifier::declares(std::size_t i) const {
  std::size_t k = i;
  while (k > 0 && is_pointer_word(type(k - 1)))
    --k;
  if (!after_type(k)) return false;
  switch (type(i + 1)) {
  case CudaLexer::Assign:
  case CudaLexer::Semicolon:
  case CudaLexer::Comma:
  case CudaLexer::LeftBracket:
  case CudaLexer::RightParen:
  case CudaLexer::Colon:
  case CudaLexer::LeftBrace:
    return true;
  case CudaLexer::LeftParen:
    return scopes_.size() > 1;
  default:
    return false;
  }
}

bool Classifier::is_constructor(std::size_t i) const {
  const Scope& scope = scopes_.back();
  if (!scope.is_class || scope.class_name != text(i) || type(i + 1) != CudaLexer::LeftParen)
    return false;
  return statement_start(i) || (i > 0 && type(i - 1) == CudaLexer::Tilde);
}

// `API void f()`, `API Foo f()`: a macro from a header that is not there. Before variables it could
// be a memory space, which must not get lost: only functions are let through.
bool Classifier::is_stray_macro(std::size_t i) const {
  const bool in_body = scopes_.size() > 1 && !scopes_.back().is_class;
  if (in_body || !statement_start(i) || (i > 0 && type(i - 1) == CudaLexer::Const)) return false;
  const std::size_t next = type(i + 1);
  const bool typed_next = next == CudaLexer::Identifier && lookup(text(i + 1)) == Known::type &&
                          (type(i + 2) == CudaLexer::Identifier || is_pointer_word(type(i + 2)));
  const bool named_function = next == CudaLexer::Identifier &&
                              type(i + 2) == CudaLexer::Identifier &&
                              type(i + 3) == CudaLexer::LeftParen;
  const bool specified = is_builtin(next) || is_storage(next) || next == CudaLexer::Template ||
                         (next == CudaLexer::Const && is_builtin(type(i + 2)));
  return (specified || typed_next || named_function) && declares_function(i + 1);
}

bool Classifier::declares_function(std::size_t i) const {
  for (; i < in_.size(); ++i) {
    switch (type(i)) {
    case CudaLexer::LeftParen:
      return type(i - 1) == CudaLexer::Identifier;
    case CudaLexer::Assign:
    case CudaLexer::LeftBracket:
    case CudaLexer::LeftBrace:
    case CudaLexer::Semicolon:
      return false;
    default:
      break;
    }
  }
  return false;
}

} // namespace heddle::cuda
