#include "cuda/syntax/ast_print.hpp"
#include "cuda/syntax/spell.hpp"

#include <array>
#include <string_view>

namespace heddle::cuda {

namespace {

constexpr std::array<std::string_view, 6> cast_text{
    "cast", "convert", "static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"};
static_assert(cast_text.size() == static_cast<std::size_t>(CastStyle::dynamic_) + 1);

// "pre++", as the prefix form does not show the side.
std::string name_of(UnaryOp op) {
  const bool is_before = op == UnaryOp::pre_inc || op == UnaryOp::pre_dec;
  const bool is_behind = op == UnaryOp::post_inc || op == UnaryOp::post_dec;
  return (is_before ? "pre" : is_behind ? "post" : "") + std::string(spell_operator(op));
}

std::string quoted(const std::string& text) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte >= 0x20) {
      out += c;
    } else {
      out += {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
    }
  }
  return out + '"';
}

std::string list(const std::vector<ExprPtr>& all) {
  std::string out;
  for (const ExprPtr& e : all)
    out += " " + to_string(e);
  return out;
}

std::string arguments(const std::vector<TemplateArg>& args) {
  std::string out = "<";
  for (const TemplateArg& a : args) {
    if (out.size() > 1) out += ", ";
    out += a.expr ? to_string(a.expr) : to_string(a.type);
    if (a.pack_expansion) out += "...";
  }
  return out + ">";
}

std::string part(const NamePart& p) {
  return p.args ? p.identifier + arguments(*p.args) : p.identifier;
}

struct ExprPrinter {
  std::string operator()(const IntLiteral& e) const { return std::to_string(e.value) + e.suffix; }
  std::string operator()(const FloatLiteral& e) const { return e.text; }
  std::string operator()(const CharLiteral& e) const {
    return "(char " + std::to_string(e.value) + ")";
  }
  std::string operator()(const StringLiteral& e) const { return quoted(e.value); }
  std::string operator()(const BoolLiteral& e) const { return e.value ? "true" : "false"; }
  std::string operator()(const NullptrLiteral&) const { return "nullptr"; }
  std::string operator()(const ThisExpr&) const { return "this"; }
  std::string operator()(const NameExpr& e) const { return to_string(e.name); }
  std::string operator()(const UnaryExpr& e) const {
    return form(name_of(e.op), to_string(e.operand));
  }
  std::string operator()(const BinaryExpr& e) const {
    return form(spell_operator(e.op), to_string(e.left) + " " + to_string(e.right));
  }
  std::string operator()(const AssignExpr& e) const {
    std::string op = e.op ? std::string(spell_operator(*e.op)) : "";
    return form(op + "=", to_string(e.left) + " " + to_string(e.right));
  }
  std::string operator()(const ConditionalExpr& e) const {
    return form("?",
                to_string(e.cond) + " " + to_string(e.then_expr) + " " + to_string(e.else_expr));
  }
  std::string operator()(const CallExpr& e) const {
    return form("call", to_string(e.callee) + list(e.args));
  }
  std::string operator()(const LaunchExpr& e) const {
    return form("launch", to_string(e.callee) + " (config" + list(e.config) + ")" + list(e.args));
  }
  std::string operator()(const IndexExpr& e) const {
    return form("index", to_string(e.base) + " " + to_string(e.index));
  }
  std::string operator()(const MemberExpr& e) const {
    return form(e.arrow ? "->" : ".", to_string(e.base) + " " + part(e.member));
  }
  std::string operator()(const CastExpr& e) const {
    return form(cast_text[static_cast<std::size_t>(e.style)],
                "<" + to_string(e.type) + "> " + to_string(e.operand));
  }
  std::string operator()(const ConstructExpr& e) const {
    return form(e.braces ? "construct{}" : "construct",
                "<" + to_string(e.type) + ">" + list(e.args));
  }
  std::string operator()(const InitListExpr& e) const {
    std::string out;
    for (std::size_t i = 0; i < e.items.size(); ++i) {
      if (i > 0) out += ' ';
      if (!e.designators[i].empty()) out += e.designators[i] + ": ";
      out += to_string(e.items[i]);
    }
    return "{" + out + "}";
  }
  std::string operator()(const SizeofExpr& e) const {
    return form(e.alignof_ ? "alignof" : "sizeof",
                e.type ? "<" + to_string(e.type) + ">" : to_string(e.operand));
  }
  std::string operator()(const LambdaExpr& e) const {
    std::string params;
    for (const DeclPtr& p : e.params) {
      const VarDecl& v = std::get<VarDecl>(p->node);
      params += (params.empty() ? "" : ", ") + to_string(v.type) + " " + v.name;
    }
    const std::string result = e.result ? "-> " + to_string(e.result) + " " : "";
    std::string captures = e.captures;
    for (const auto& [name, value] : e.initialised)
      captures += (captures.empty() ? "" : ", ") + name + " = " + to_string(value);
    return form("lambda", "[" + captures + "] (" + params + ") " + result + body(e.body));
  }
  std::string operator()(const PackExpansionExpr& e) const {
    return form("...", to_string(e.pattern));
  }
  std::string operator()(const StatementExpr& e) const { return form("block", body(e.body)); }
  std::string operator()(const OpaqueExpr& e) const { return form("opaque", quoted(e.text)); }

  static std::string form(std::string_view head, const std::string& rest) {
    return "(" + std::string(head) + " " + rest + ")";
  }
  // Statements inside an expression, on one line.
  static std::string body(const StmtPtr& stmt) {
    std::string out;
    bool blank = true; // leave out indentation
    for (const char c : to_string(stmt)) {
      if (c == '\n') {
        out += "; ";
        blank = true;
      } else if (c != ' ' || !blank) {
        out += c;
        blank = false;
      }
    }
    return "{" + out.substr(0, out.size() < 2 ? 0 : out.size() - 2) + "}";
  }
};

struct TypePrinter {
  std::string operator()(const BuiltinType& t) const { return t.spelling; }
  std::string operator()(const NamedType& t) const { return to_string(t.name); }
  std::string operator()(const PointerType& t) const {
    return to_string(t.to) + (t.restrict_ ? "* restrict" : "*");
  }
  std::string operator()(const ReferenceType& t) const { return to_string(t.to) + "&"; }
  std::string operator()(const ArrayType& t) const {
    // `int[2][3]` reads as in C: the outer extent first
    std::string extents;
    const TypePtr* at = nullptr;
    for (const ArrayType* a = &t; a;) {
      extents += "[" + (a->extent ? to_string(a->extent) : "") + "]";
      at = &a->element;
      a = std::get_if<ArrayType>(&(*at)->node);
    }
    return to_string(*at) + extents;
  }
  std::string operator()(const FunctionType& t) const {
    std::string params;
    for (const TypePtr& p : t.params)
      params += (params.empty() ? "" : ", ") + to_string(p);
    return "function(" + params + " -> " + to_string(t.result) + ")";
  }
  std::string operator()(const AutoType&) const { return "auto"; }
  std::string operator()(const DecltypeType& t) const {
    return "decltype(" + to_string(t.of) + ")";
  }
  std::string operator()(const InlineType& t) const {
    if (const auto* record = std::get_if<RecordDecl>(&t.decl->node))
      return record->name.parts.empty() ? "struct {..}" : to_string(record->name);
    const auto& e = std::get<EnumDecl>(t.decl->node);
    return e.name.empty() ? "enum {..}" : e.name;
  }
};

} // namespace

std::string to_string(const QualifiedName& name) {
  std::string out = name.global ? "::" : "";
  for (std::size_t i = 0; i < name.parts.size(); ++i)
    out += (i > 0 ? "::" : "") + part(name.parts[i]);
  return out;
}

std::string to_string(const ExprPtr& expr) {
  return expr ? std::visit(ExprPrinter{}, expr->node) : "none";
}

std::string to_string(const TypePtr& type) {
  if (!type) return "none";
  std::string out = std::visit(TypePrinter{}, type->node);
  const std::string words = std::string(type->is_const ? "const" : "") +
                            (type->is_const && type->is_volatile ? " " : "") +
                            (type->is_volatile ? "volatile" : "");
  if (words.empty()) return out;
  return std::holds_alternative<PointerType>(type->node) ? out + " " + words : words + " " + out;
}

} // namespace heddle::cuda
