#include "expr/expr.hpp"

#include <array>
#include <cassert>

namespace heddle {

namespace {

struct OpInfo {
  Op op;
  std::string_view text; // infix or prefix spelling; empty: printed by its own rule
  int precedence;        // as in C, higher binds tighter
};

constexpr std::array<OpInfo, op_count> op_table{{
    {Op::constant, "", 20},     {Op::symbol, "", 20},         {Op::apply, "", 20},
    {Op::add, " + ", 12},       {Op::sub, " - ", 12},         {Op::mul, " * ", 13},
    {Op::div, " / ", 13},       {Op::rem, " % ", 13},         {Op::bit_and, " & ", 8},
    {Op::bit_or, " | ", 6},     {Op::bit_xor, " ^ ", 7},      {Op::bit_not, "~", 15},
    {Op::shl, " << ", 11},      {Op::shr, " >> ", 11},        {Op::cast, "", 15},
    {Op::eq, " == ", 9},        {Op::lt, " < ", 10},          {Op::le, " <= ", 10},
    {Op::logical_not, "!", 15}, {Op::logical_and, " && ", 5}, {Op::logical_or, " || ", 4},
    {Op::ite, "", 3},
}};

constexpr bool table_is_complete() {
  for (std::size_t i = 0; i < op_count; ++i)
    if (static_cast<std::size_t>(op_table[i].op) != i) return false;
  return true;
}
static_assert(table_is_complete());

class Printer {
public:
  explicit Printer(const Pool& pool) : pool_(pool) {}

  std::string print(Expr e, int context) {
    const OpInfo& info = op_table[static_cast<std::size_t>(e->op)];
    std::string s = text(e, info);
    return info.precedence < context ? "(" + s + ")" : s;
  }

private:
  std::string text(Expr e, const OpInfo& info) {
    switch (e->op) {
    case Op::constant:
      return constant(e);
    case Op::symbol:
      return pool_.symbol(e).name;
    case Op::apply:
      return call(e);
    case Op::cast:
      return "(" + to_string(e->type) + ")" + print(e->args[0], 15);
    case Op::ite:
      return print(e->args[0], 4) + " ? " + print(e->args[1], 4) + " : " + print(e->args[2], 3);
    case Op::logical_not:
      if (e->args[0]->op == Op::eq)
        return print(e->args[0]->args[0], 9) + " != " + print(e->args[0]->args[1], 10);
      [[fallthrough]];
    case Op::bit_not:
      return std::string(info.text) + print(e->args[0], 15);
    default:
      return infix(e, info);
    }
  }

  std::string infix(Expr e, const OpInfo& info) {
    if (e->op == Op::add && e->args[1]->op == Op::constant && e->args[1]->value < 0 &&
        e->type.is_signed)
      return print(e->args[0], 12) + " - " +
             std::to_string(-static_cast<std::uint64_t>(e->args[1]->value));
    std::string s = print(e->args[0], info.precedence);
    for (std::size_t i = 1; i < e->args.size(); ++i)
      s += std::string(info.text) + print(e->args[i], info.precedence + 1);
    return s;
  }

  static std::string constant(Expr e) {
    if (e->type.is_bool()) return e->value ? "true" : "false";
    if (e->type == Type::u64()) return std::to_string(static_cast<std::uint64_t>(e->value));
    return std::to_string(e->value);
  }

  std::string call(Expr e) {
    const Function& f = pool_.function(e);
    std::string s = f.name;
    if (e->args.empty() && f.flavour != Flavour::pure) return s;
    s += "(";
    for (std::size_t i = 0; i < e->args.size(); ++i)
      s += (i ? ", " : "") + print(e->args[i], 0);
    return s + ")";
  }

  const Pool& pool_;
};

} // namespace

const char* to_string(Scope scope) {
  switch (scope) {
  case Scope::thread:
    return "thread";
  case Scope::warp:
    return "warp";
  case Scope::block:
    return "block";
  case Scope::cluster:
    return "cluster";
  case Scope::grid:
    return "grid";
  }
  return "";
}

std::string to_string(Type type) {
  if (type.is_bool()) return "bool";
  if (type.is_opaque()) return "opaque" + std::to_string(type.width);
  return (type.is_signed ? "i" : "u") + std::to_string(type.width);
}

std::string to_string(const Pool& pool, Expr e) { return Printer(pool).print(e, 0); }

} // namespace heddle
