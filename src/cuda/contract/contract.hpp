// The contract language as data: what users write in --assume and in strings of __requires.
//
//   n % 32 == 0 && p.rows <= gridDim.x
//   distinct(perm)
//   forall i, j: i < j -> S[i] + O[i] <= S[j]
//
// grammar/Contract.g4 states the syntax. A formula is a list of nodes, operands before the operator
// that has them: passes over it are loops, however deep it nests.
#pragma once
#include "expr/expr.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heddle::contract {

using NodeId = std::uint32_t; // index into Formula::nodes

enum class Prefix : std::uint8_t { plus, minus, complement, negation };
enum class Infix : std::uint8_t {
  mul,
  div,
  rem,
  add,
  sub,
  shl,
  shr,
  lt,
  gt,
  le,
  ge,
  eq,
  ne,
  bit_and,
  bit_xor,
  bit_or,
  logical_and,
  logical_or,
  implies
};
inline constexpr std::size_t infix_count = static_cast<std::size_t>(Infix::implies) + 1;

// `b swapped(op) a` says what `a op b` says, of comparisons.
constexpr Infix swapped(Infix op) {
  switch (op) {
  case Infix::lt:
    return Infix::gt;
  case Infix::gt:
    return Infix::lt;
  case Infix::le:
    return Infix::ge;
  case Infix::ge:
    return Infix::le;
  default:
    return op;
  }
}

// An integer or truth value; `value` has the bits of an unsigned one.
struct Literal {
  std::int64_t value;
  Type type;
  std::string spelling;
};
// n, ns::constant
struct Name {
  std::string text;
};
// of.name, of->name
struct Member {
  NodeId of;
  std::string name;
  bool arrow;
};
// of[index]
struct Element {
  NodeId of, index;
};
// distinct(p)
struct Call {
  std::string name;
  std::vector<NodeId> args;
};
struct PrefixForm {
  Prefix op;
  NodeId of;
};
struct InfixForm {
  Infix op;
  NodeId left, right;
};
struct Choice {
  NodeId cond, then_value, else_value;
};
// (unsigned)of
struct Conversion {
  Type type;
  NodeId of;
  std::string spelling;
};
// forall names: body; the nodes from `first` on and before the form are its body
struct Forall {
  std::vector<std::string> names;
  NodeId body, first;
};

struct FormulaNode {
  using Form = std::variant<Literal, Name, Member, Element, Call, PrefixForm, InfixForm, Choice,
                            Conversion, Forall>;
  Form form;
  std::uint32_t column; // of what is shown when it is wrong: a name, an operator; from 1, in bytes
};

struct Formula {
  std::vector<FormulaNode> nodes; // the last one is the whole
  std::uint32_t begin = 1;        // column of its first sign
};

struct SyntaxMistake {
  std::string message;
  std::uint32_t column;
};

std::variant<Formula, SyntaxMistake> parse_contract(std::string_view text);

// Text that reads back as the same formula, with the parentheses that it needs.
std::string to_string(const Formula& formula);
// The part of the formula below `node`.
std::string to_string(const Formula& formula, NodeId node);
const char* spelling(Prefix op);
const char* spelling(Infix op);

} // namespace heddle::contract
