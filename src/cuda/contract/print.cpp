#include "cuda/contract/contract.hpp"

#include <array>
#include <utility>

namespace heddle::contract {

namespace {

struct InfixText {
  const char* text;
  int level; // a higher one binds tighter
};
constexpr std::array<InfixText, infix_count> infixes{{{"*", 13},
                                                      {"/", 13},
                                                      {"%", 13},
                                                      {"+", 12},
                                                      {"-", 12},
                                                      {"<<", 11},
                                                      {">>", 11},
                                                      {"<", 10},
                                                      {">", 10},
                                                      {"<=", 10},
                                                      {">=", 10},
                                                      {"==", 9},
                                                      {"!=", 9},
                                                      {"&", 8},
                                                      {"^", 7},
                                                      {"|", 6},
                                                      {"&&", 5},
                                                      {"||", 4},
                                                      {"->", 2}}};
constexpr int postfix = 15, prefix = 14, choice = 3, open_end = 1;

struct Piece {
  std::string text;
  int level = postfix;
};

std::string within(Piece& piece, int level) {
  if (piece.level >= level) return std::move(piece.text);
  return "(" + piece.text + ")";
}

// Few know how tight operators on bits and shifts bind: what other operators make of their operands
// stands in parentheses, as in (s & (s - 1)) == 0.
bool is_of_bits(int level) { return (level >= 6 && level <= 8) || level == 11; }

std::string operand_of(Piece& piece, int level, int at_least) {
  const bool is_infix = piece.level < prefix && piece.level != level;
  return within(piece, is_of_bits(level) && is_infix ? prefix : at_least);
}

class Printer {
public:
  explicit Printer(std::vector<Piece>& pieces) : pieces_(pieces) {}

  Piece operator()(const Literal& n) { return {n.spelling}; }
  Piece operator()(const Name& n) { return {n.text}; }
  Piece operator()(const Member& n) {
    return {within(pieces_[n.of], postfix) + (n.arrow ? "->" : ".") + n.name};
  }
  Piece operator()(const Element& n) {
    return {within(pieces_[n.of], postfix) + "[" + pieces_[n.index].text + "]"};
  }
  Piece operator()(const Call& n) {
    std::string text = n.name + "(";
    for (std::size_t i = 0; i < n.args.size(); ++i)
      text += (i ? ", " : "") + pieces_[n.args[i]].text;
    return {text + ")"};
  }
  Piece operator()(const PrefixForm& n) {
    std::string operand = within(pieces_[n.of], prefix);
    const std::string op = spelling(n.op);
    const bool joins = (op == "+" || op == "-") && operand.starts_with(op); // no decrement
    if (joins) operand = " " + operand;
    return {op + operand, prefix};
  }
  Piece operator()(const InfixForm& n) {
    const auto& [text, level] = infixes[static_cast<std::size_t>(n.op)];
    const bool to_right = n.op == Infix::implies;
    std::string s = operand_of(pieces_[n.left], level, level + to_right);
    s += std::string(" ") + text + " ";
    return {s + operand_of(pieces_[n.right], level, level + !to_right), level};
  }
  Piece operator()(const Choice& n) {
    return {within(pieces_[n.cond], choice + 1) + " ? " + pieces_[n.then_value].text + " : " +
                within(pieces_[n.else_value], choice),
            choice};
  }
  Piece operator()(const Conversion& n) {
    return {"(" + n.spelling + ")" + within(pieces_[n.of], prefix), prefix};
  }
  Piece operator()(const Forall& n) {
    std::string text = "forall ";
    for (std::size_t i = 0; i < n.names.size(); ++i)
      text += (i ? ", " : "") + n.names[i];
    return {text + ": " + pieces_[n.body].text, open_end};
  }

private:
  std::vector<Piece>& pieces_;
};

} // namespace

const char* spelling(Prefix op) {
  switch (op) {
  case Prefix::plus:
    return "+";
  case Prefix::minus:
    return "-";
  case Prefix::complement:
    return "~";
  case Prefix::negation:
    return "!";
  }
  return "";
}

const char* spelling(Infix op) { return infixes[static_cast<std::size_t>(op)].text; }

std::string to_string(const Formula& formula, NodeId node) {
  std::vector<Piece> pieces(node + 1);
  for (NodeId i = 0; i <= node; ++i)
    pieces[i] = std::visit(Printer(pieces), formula.nodes[i].form);
  return std::move(pieces[node].text);
}

std::string to_string(const Formula& formula) {
  return to_string(formula, static_cast<NodeId>(formula.nodes.size() - 1));
}

} // namespace heddle::contract
