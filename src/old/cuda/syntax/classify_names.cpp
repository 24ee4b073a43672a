// What a name is where it stands, by its declaration or by how it is used.
#include "cuda/syntax/classify.hpp"
#include "cuda/syntax/classify_tokens.hpp"
#include "cuda/syntax/prelude.hpp"

namespace heddle::cuda {

namespace {

// How far back a statement's start is looked for: keeps odd input linear.
constexpr std::size_t longest_list = 200;

} // namespace

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
  // `int half(int x)` at file scope hides CUDA's type from here on
  if (known == Known::type && !as_type && scopes_.size() == 1 && after_type(i) &&
      type(i + 1) == CudaLexer::LeftParen && is_prelude_type(text(i)))
    functions_.insert(text(i));
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
  std::size_t depth = 0; // names in the arguments are none of the chain's
  for (std::size_t i = start; i < last; ++i) {
    if (type(i) == CudaLexer::TemplateOpen) ++depth;
    if (type(i) == CudaLexer::TemplateClose && depth > 0) --depth;
    if (depth > 0) continue;
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
  case CudaLexer::LeftBracket:
    return names_array_type(i);
  case CudaLexer::Dot:
  case CudaLexer::Arrow:
  case CudaLexer::Assign:
    return false;
  default:
    break;
  }
  if (in_declarator_list(i) || names_part(i)) return false;
  // `Node Node`, `int Node`, `Node* Node`: the second is the declared name
  if (i > 0 && (type(i - 1) == CudaLexer::TypeName || is_builtin(type(i - 1)))) return false;
  if (i > 1 && (type(i - 1) == CudaLexer::Star || type(i - 1) == CudaLexer::Amp) &&
      after_type(i - 1))
    return false;
  return true;
}

// `new T[n]`, `sizeof(T[3])`, `<T[3]`, `using A = T[3]`: `T[` begins an array type.
bool Classifier::names_array_type(std::size_t i) const {
  while (i > 0 && (type(i - 1) == CudaLexer::Const || type(i - 1) == CudaLexer::Volatile))
    --i;
  if (i == 0) return false;
  switch (type(i - 1)) {
  case CudaLexer::New:
  case CudaLexer::TemplateOpen:
    return true;
  case CudaLexer::LeftParen:
    return i > 1 && (type(i - 2) == CudaLexer::Sizeof || type(i - 2) == CudaLexer::Alignof);
  case CudaLexer::Assign:
    return i > 2 && type(i - 3) == CudaLexer::Using;
  default:
    return false;
  }
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
  std::size_t qualified = i; // `T const n`, `T* const n`: the name behind
  while (qualified > 0 &&
         (type(qualified - 1) == CudaLexer::Const || type(qualified - 1) == CudaLexer::Volatile))
    --qualified;
  if (qualified != i && qualified > 0 &&
      (type(qualified - 1) == CudaLexer::Star || type(qualified - 1) == CudaLexer::Amp ||
       after_type(qualified)))
    return false;
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
    case CudaLexer::Constexpr: // `if constexpr (N) f();`
    case CudaLexer::While:
    case CudaLexer::Switch:
    case CudaLexer::For:
    case CudaLexer::Identifier:
    case CudaLexer::TypeName:
    case CudaLexer::TemplateClose:
    case CudaLexer::RightParen:
    case CudaLexer::RightBracket:
    case CudaLexer::Sizeof:
    case CudaLexer::LaunchBounds:
    case CudaLexer::BlockSize:
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

// __launch_bounds__(A * B), where no parameter stands.
bool Classifier::in_attribute(std::size_t i) const {
  std::size_t depth = 0;
  for (std::size_t k = i; k-- > 1 && i - k < longest_list;) {
    if (type(k) == CudaLexer::RightParen) ++depth;
    if (type(k) != CudaLexer::LeftParen || depth-- > 0) continue;
    const std::size_t before = type(k - 1);
    return before == CudaLexer::LaunchBounds || before == CudaLexer::BlockSize ||
           before == CudaLexer::ClusterDims || before == CudaLexer::Alignas;
  }
  return false;
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
         !in_attribute(i) &&
         (behind == CudaLexer::Comma || behind == CudaLexer::RightParen ||
          behind == CudaLexer::LeftBracket || behind == CudaLexer::Assign);
}

// `int a = f(x), T, b;`: a later name that a statement declares, after the comma.
bool Classifier::in_declarator_list(std::size_t i) const {
  if (scopes_.size() < 2 || i < 2 || type(i - 1) != CudaLexer::Comma) return false;
  std::size_t k = i - 1, depth = 0, start = i;
  for (; k-- > 0 && i - k < longest_list;) {
    const std::size_t t = type(k);
    const bool closes =
        t == CudaLexer::RightParen || t == CudaLexer::RightBracket || t == CudaLexer::TemplateClose;
    const bool opens =
        t == CudaLexer::LeftParen || t == CudaLexer::LeftBracket || t == CudaLexer::TemplateOpen;
    if (closes) ++depth;
    if (opens && depth-- == 0) return false;
    if (depth > 0 || closes || opens) continue;
    if (t == CudaLexer::LeftBrace || t == CudaLexer::RightBrace || t == CudaLexer::Semicolon) break;
    start = k;
  }
  while (is_storage(type(start)) || type(start) == CudaLexer::Const)
    ++start;
  return start < i && (is_builtin(type(start)) || type(start) == CudaLexer::TypeName);
}

// `auto& [a, b] = ..`
bool Classifier::names_part(std::size_t i) const {
  std::size_t k = i;
  while (k > 1 && type(k - 1) == CudaLexer::Comma && in_[k - 2].type == CudaLexer::Identifier)
    k -= 2;
  if (k < 2 || type(k - 1) != CudaLexer::LeftBracket) return false;
  k -= 2;
  if (k > 0 && (type(k) == CudaLexer::Amp || type(k) == CudaLexer::AmpAmp)) --k;
  return type(k) == CudaLexer::Auto;
}

// A value name right behind a type is declared there.
bool Classifier::declares(std::size_t i) const {
  if (in_declarator_list(i) || names_part(i)) return true;
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
