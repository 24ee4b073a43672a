// Source-like text of expressions, for reports.
#include "cuda/syntax/spell.hpp"

#include <array>

namespace heddle::cuda {

namespace {

constexpr std::array unary_text{"+", "-", "!", "~", "*", "&", "++", "--", "++", "--"};
static_assert(unary_text.size() == static_cast<std::size_t>(UnaryOp::post_dec) + 1);
constexpr std::array binary_text{"+",  "-",  "*",  "/", "%", "<<", ">>", "<",  ">", "<=",
                                 ">=", "==", "!=", "&", "^", "|",  "&&", "||", ","};
static_assert(binary_text.size() == static_cast<std::size_t>(BinaryOp::comma) + 1);

template <class... F> struct Overloaded : F... { using F::operator()...; };

class Speller {
public:
  std::string expr(const ExprPtr& e) {
    if (!e) return "";
    if (depth_ > 40) return "..";
    ++depth_;
    std::string s = text(e);
    --depth_;
    return s;
  }
  std::string list(const std::vector<ExprPtr>& items) {
    std::string s;
    for (const ExprPtr& e : items)
      s += (s.empty() ? "" : ", ") + expr(e);
    return s;
  }

private:
  static bool compound(const ExprPtr& e) {
    return e && (std::holds_alternative<BinaryExpr>(e->node) ||
                 std::holds_alternative<ConditionalExpr>(e->node) ||
                 std::holds_alternative<AssignExpr>(e->node));
  }
  std::string operand(const ExprPtr& e) { return compound(e) ? "(" + expr(e) + ")" : expr(e); }

  std::string unary(const UnaryExpr& n) {
    const bool is_behind = n.op == UnaryOp::post_inc || n.op == UnaryOp::post_dec;
    const std::string x = operand(n.operand), op = spell_operator(n.op);
    return is_behind ? x + op : op + x;
  }

  std::string text(const ExprPtr& e) {
    return std::visit(
        Overloaded{[](const IntLiteral& n) { return std::to_string(n.value) + n.suffix; },
                   [](const FloatLiteral& n) { return n.text; },
                   [](const CharLiteral& n) { return std::to_string(n.value); },
                   [](const StringLiteral& n) { return "\"" + n.value + "\""; },
                   [](const BoolLiteral& n) { return std::string(n.value ? "true" : "false"); },
                   [](const NullptrLiteral&) { return std::string("nullptr"); },
                   [](const ThisExpr&) { return std::string("this"); },
                   [](const NameExpr& n) { return plain_name(n.name); },
                   [&](const UnaryExpr& n) { return unary(n); },
                   [&](const BinaryExpr& n) {
                     if (n.op == BinaryOp::comma) return expr(n.left) + ", " + expr(n.right);
                     return operand(n.left) + " " + spell_operator(n.op) + " " + operand(n.right);
                   },
                   [&](const AssignExpr& n) {
                     return expr(n.left) + " " + (n.op ? spell_operator(*n.op) : "") + "= " +
                            expr(n.right);
                   },
                   [&](const ConditionalExpr& n) {
                     return operand(n.cond) + " ? " + expr(n.then_expr) + " : " + expr(n.else_expr);
                   },
                   [&](const CallExpr& n) { return operand(n.callee) + "(" + list(n.args) + ")"; },
                   [&](const LaunchExpr& n) {
                     return expr(n.callee) + "<<<" + list(n.config) + ">>>(" + list(n.args) + ")";
                   },
                   [&](const IndexExpr& n) { return operand(n.base) + "[" + expr(n.index) + "]"; },
                   [&](const MemberExpr& n) {
                     return operand(n.base) + (n.arrow ? "->" : ".") + n.member.identifier;
                   },
                   [&](const CastExpr& n) { return "(..)" + operand(n.operand); },
                   [&](const ConstructExpr& n) { return "..(" + list(n.args) + ")"; },
                   [&](const InitListExpr& n) { return "{" + list(n.items) + "}"; },
                   [](const SizeofExpr&) { return std::string("sizeof(..)"); },
                   [](const LambdaExpr&) { return std::string("[..]"); },
                   [&](const PackExpansionExpr& n) { return expr(n.pattern) + "..."; },
                   [](const StatementExpr&) { return std::string("({..})"); },
                   [](const OpaqueExpr& n) { return n.text; }},
        e->node);
  }

  unsigned depth_ = 0;
};

} // namespace

const char* spell_operator(UnaryOp op) { return unary_text.at(static_cast<std::size_t>(op)); }

const char* spell_operator(BinaryOp op) { return binary_text.at(static_cast<std::size_t>(op)); }

std::string plain_name(const QualifiedName& name) {
  std::string s;
  for (const NamePart& part : name.parts)
    s += (s.empty() ? "" : "::") + part.identifier;
  return s;
}

std::string spell(const ExprPtr& e) { return Speller().expr(e); }

std::string spell_call(const ExprNode& e) { return spell(ExprPtr(std::shared_ptr<void>(), &e)); }

} // namespace heddle::cuda
