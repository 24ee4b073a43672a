// Which types are one type in C++: what specialisations, overloads and traits go by.
#include "cuda/types/types.hpp"

#include <algorithm>

namespace heddle::cuda {

bool is_enumeration(const CT& type) {
  return type->is(CType::Kind::integer) && type->enumeration != nullptr;
}

std::string integer_kind(const CT& type) {
  const std::string& name = type->name;
  if (type->width == 64) {
    const bool longer = name.find("long long") != std::string::npos || name.ends_with("longlong") ||
                        name == "cudaTextureObject_t" || name == "cudaSurfaceObject_t";
    return longer ? "long long" : "long";
  }
  if (name == "wchar_t") return name;
  if (type->width == 8) return name == "char" ? "char" : "signed char";
  return type->width == 16 ? "short" : "int";
}

CT promoted_integer(const CT& type) {
  if (type->is(CType::Kind::boolean) || type->width < 32 || integer_kind(type) == "wchar_t")
    return make_integer(32, true);
  return is_enumeration(type) ? make_integer(type->width, type->is_signed)
                              : without_qualifiers(type);
}

CT common_integer(const CT& a, const CT& b) {
  const CT x = promoted_integer(a), y = promoted_integer(b);
  if (x->width != y->width) return x->width > y->width ? x : y;
  const bool is_signed = x->is_signed && y->is_signed;
  if (integer_kind(x) != integer_kind(y))
    return make_integer(64, is_signed, is_signed ? "long long" : "unsigned long long");
  return x->is_signed ? y : x;
}

bool is_known(const CT& type) {
  if (!type || type->is(CType::Kind::unknown)) return false;
  if (type->to && !is_known(type->to)) return false;
  return std::ranges::all_of(type->params, is_known);
}

bool identical(const CT& a, const CT& b) {
  if (a->kind != b->kind) return false;
  const bool qualified = !a->is(CType::Kind::reference) && !a->is(CType::Kind::function);
  if (qualified && (a->is_const != b->is_const || a->is_volatile != b->is_volatile)) return false;
  switch (a->kind) {
  case CType::Kind::void_:
  case CType::Kind::boolean:
    return true;
  case CType::Kind::integer:
    return a->enumeration == b->enumeration && a->width == b->width &&
           a->is_signed == b->is_signed && (a->enumeration || integer_kind(a) == integer_kind(b));
  case CType::Kind::floating:
    return same_type(a, b) && (a->name == "long double") == (b->name == "long double");
  case CType::Kind::reference:
    return a->is_rvalue == b->is_rvalue && identical(a->to, b->to);
  case CType::Kind::pointer:
    return identical(a->to, b->to);
  case CType::Kind::array:
    return a->extent == b->extent && identical(a->to, b->to);
  case CType::Kind::record:
    return a->record == b->record;
  case CType::Kind::function:
    return identical(a->to, b->to) && std::ranges::equal(a->params, b->params, identical);
  case CType::Kind::group:
    return a->group == b->group && a->width == b->width;
  case CType::Kind::unknown:
    return a->name == b->name;
  }
  return false;
}

namespace {

std::string place_of(const EnumDecl& decl) {
  if (decl.items.empty()) return "";
  const Loc at = decl.items[0].loc;
  return "@" + std::to_string(at.file) + ":" + std::to_string(at.line) + ":" +
         std::to_string(at.column);
}

std::string unqualified_text(const CT& type) {
  switch (type->kind) {
  case CType::Kind::void_:
    return "v";
  case CType::Kind::boolean:
    return "b";
  case CType::Kind::integer:
    if (type->enumeration) return "enum " + type->name + place_of(*type->enumeration);
    return (type->is_signed ? "i" : "u") + std::to_string(type->width) +
           (integer_kind(type) == "long long"                         ? "l"
            : integer_kind(type) == "char" || type->name == "wchar_t" ? "c"
                                                                      : "");
  case CType::Kind::floating:
    return "f" + std::to_string(type->width) +
           (type->width == 16 || type->name == "long double" ? type->name : "");
  case CType::Kind::pointer:
    return identity_text(type->to) + "*";
  case CType::Kind::reference:
    return identity_text(type->to) + (type->is_rvalue ? "&&" : "&");
  case CType::Kind::array:
    return identity_text(type->to) + "[" + (type->extent ? std::to_string(*type->extent) : "") +
           "]";
  case CType::Kind::function: {
    std::string text = identity_text(type->to) + "(";
    for (const CT& param : type->params)
      text += identity_text(param) + ",";
    return text + ")";
  }
  case CType::Kind::record:
    return type->record->scope + type->record->name;
  case CType::Kind::group:
    return "g" + std::to_string(static_cast<int>(type->group)) + "." + std::to_string(type->width);
  case CType::Kind::unknown:
    return "?" + type->name;
  }
  return "?";
}

} // namespace

std::string identity_text(const CT& type) {
  return std::string(type->is_const ? "k" : "") + (type->is_volatile ? "w" : "") +
         unqualified_text(type);
}

} // namespace heddle::cuda
