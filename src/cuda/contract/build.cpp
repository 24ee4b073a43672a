// From the parser's tree to nodes.
#include "cuda/contract/parse.hpp"

#include "antlr4-runtime.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <stdexcept>

namespace heddle::contract {

namespace {

using P = grammar::ContractParser;
using Expression = P::ExpressionContext;

constexpr unsigned max_depth = 1000; // of what later passes may recurse over

std::uint32_t column_of(antlr4::Token* token) {
  return static_cast<std::uint32_t>(token->getStartIndex()) + 1;
}

Infix infix_of(const std::string& text) {
  for (std::size_t i = 0; i < infix_count; ++i)
    if (text == spelling(static_cast<Infix>(i))) return static_cast<Infix>(i);
  throw std::logic_error("operator " + text);
}

Prefix prefix_of(const std::string& text) {
  for (const Prefix op : {Prefix::plus, Prefix::minus, Prefix::complement})
    if (text == spelling(op)) return op;
  return Prefix::negation;
}

// "unsigned long long" by how often each word is there, in the order of the alphabet.
std::optional<Type> type_of(std::map<std::string, int> words) {
  const auto take = [&](const char* word) { return words.erase(word) != 0; };
  const auto number = [&](const char* word) {
    const auto it = words.find(word);
    return it == words.end() ? 0 : it->second;
  };
  if (words.size() == 1 && words.begin()->second == 1) {
    const std::string& word = words.begin()->first;
    if (word == "bool") return Type::boolean();
    if (word == "size_t") return Type::u64();
    if (word.ends_with("_t")) {
      const bool is_signed = word[0] == 'i';
      return Type::integer(static_cast<unsigned>(std::stoi(word.substr(is_signed ? 3 : 4))),
                           is_signed);
    }
  }
  for (const char* once : {"unsigned", "signed", "char", "short", "int"})
    if (number(once) > 1) return std::nullopt;
  const int longs = number("long");
  const bool is_unsigned = take("unsigned"), is_signed = take("signed");
  const bool is_char = take("char"), is_short = take("short"), is_int = take("int");
  words.erase("long");
  const int sizes = (is_char ? 1 : 0) + (is_short ? 1 : 0) + (longs > 0 ? 1 : 0);
  if (!words.empty() || longs > 2 || sizes > 1 || (is_char && is_int)) return std::nullopt;
  if (is_unsigned && is_signed) return std::nullopt;
  const unsigned width = is_char ? 8 : is_short ? 16 : longs > 0 ? 64 : 32;
  return Type::integer(width, !is_unsigned);
}

class Builder {
public:
  // Operators that begin with an operand nest to the left as deep as the text is long: a loop
  // finds the first operand, another one adds what follows.
  NodeId expression(Expression* tree) {
    std::vector<Expression*> spine{tree};
    while (Expression* first = leading(spine.back()))
      spine.push_back(first);
    NodeId node = leaf(spine.back());
    spine.pop_back();
    for (; !spine.empty(); spine.pop_back())
      node = follow(spine.back(), node);
    return node;
  }

  std::vector<FormulaNode> take() { return std::move(nodes_); }

private:
  static Expression* leading(Expression* e) {
    const bool has = dynamic_cast<P::MemberContext*>(e) || dynamic_cast<P::PointedContext*>(e) ||
                     dynamic_cast<P::ElementContext*>(e) || dynamic_cast<P::InfixContext*>(e) ||
                     dynamic_cast<P::ChoiceContext*>(e);
    return has ? dynamic_cast<Expression*>(e->children[0]) : nullptr;
  }

  NodeId add(FormulaNode::Form form, antlr4::Token* at, const std::vector<NodeId>& below) {
    unsigned depth = 1;
    for (const NodeId node : below)
      depth = std::max(depth, depths_[node] + 1);
    if (depth > max_depth) fail("the expression is nested too deeply", at);
    depths_.push_back(depth);
    nodes_.push_back({std::move(form), column_of(at)});
    return static_cast<NodeId>(nodes_.size() - 1);
  }

  NodeId leaf(Expression* e) {
    if (auto* n = dynamic_cast<P::NumberContext*>(e)) return number(n->Number()->getSymbol());
    if (auto* n = dynamic_cast<P::TruthContext*>(e)) {
      const std::string word = n->word->getText();
      return add(Literal{word == "true", Type::boolean(), word}, n->word, {});
    }
    if (auto* n = dynamic_cast<P::NamedContext*>(e)) return named(*n);
    if (auto* n = dynamic_cast<P::ParenthesesContext*>(e)) return expression(n->expression());
    if (auto* n = dynamic_cast<P::PrefixContext*>(e)) {
      const NodeId of = expression(n->expression());
      return add(PrefixForm{prefix_of(n->op->getText()), of}, n->op, {of});
    }
    if (auto* n = dynamic_cast<P::ConversionContext*>(e)) return conversion(*n);
    if (auto* n = dynamic_cast<P::ForallContext*>(e)) return forall(*n);
    throw std::logic_error("a form of the contract language that is not built");
  }

  NodeId follow(Expression* e, NodeId first) {
    if (auto* n = dynamic_cast<P::InfixContext*>(e)) {
      const NodeId right = expression(n->expression(1));
      return add(InfixForm{infix_of(n->op->getText()), first, right}, n->op, {first, right});
    }
    if (auto* n = dynamic_cast<P::MemberContext*>(e))
      return add(Member{first, n->Identifier()->getText(), false}, e->getStart(), {first});
    if (auto* n = dynamic_cast<P::PointedContext*>(e)) return pointed(*n, first);
    if (auto* n = dynamic_cast<P::ElementContext*>(e)) {
      const NodeId index = expression(n->expression(1));
      return add(Element{first, index}, e->getStart(), {first, index});
    }
    auto& n = dynamic_cast<P::ChoiceContext&>(*e);
    const NodeId then_value = expression(n.expression(1)), other = expression(n.expression(2));
    return add(Choice{first, then_value, other}, n.Question()->getSymbol(),
               {first, then_value, other});
  }

  NodeId number(antlr4::Token* token) {
    auto literal = read_number(token->getText());
    if (auto* why = std::get_if<std::string>(&literal)) fail(*why, token);
    return add(std::get<Literal>(std::move(literal)), token, {});
  }

  NodeId named(P::NamedContext& n) {
    const std::string text = n.name()->getText();
    if (!n.call) return add(Name{text}, n.getStart(), {});
    Call call{text, {}};
    for (Expression* argument : n.expression())
      call.args.push_back(expression(argument));
    const std::vector<NodeId> args = call.args;
    return add(std::move(call), n.getStart(), args);
  }

  // `j->S`, where a name or an element is pointed at and not one of the integers of a forall
  NodeId pointed(P::PointedContext& n, NodeId first) {
    antlr4::Token* arrow = n.MemberArrow()->getSymbol();
    const FormulaNode::Form& form = nodes_[first].form;
    const Name* name = std::get_if<Name>(&form);
    const bool integer = name && std::ranges::find(bound_, name->text) != bound_.end();
    const bool path =
        name || std::holds_alternative<Member>(form) || std::holds_alternative<Element>(form);
    if (integer || !path)
      fail("'" + arrow->getText() + "' is read as a member; an implication has a space after '->'",
           arrow);
    return add(Member{first, arrow->getText().substr(2), true}, n.getStart(), {first});
  }

  NodeId conversion(P::ConversionContext& n) {
    std::map<std::string, int> words;
    std::string spelling;
    for (antlr4::tree::TerminalNode* word : n.type()->TypeWord()) {
      ++words[word->getText()];
      spelling += (spelling.empty() ? "" : " ") + word->getText();
    }
    const auto type = type_of(std::move(words));
    if (!type) fail("'" + spelling + "' is no type of integers", n.type()->getStart());
    const NodeId of = expression(n.expression());
    return add(Conversion{*type, of, spelling}, n.getStart(), {of});
  }

  NodeId forall(P::ForallContext& n) {
    Forall form{{}, 0, static_cast<NodeId>(nodes_.size())};
    for (antlr4::tree::TerminalNode* name : n.Identifier()) {
      if (std::ranges::find(form.names, name->getText()) != form.names.end())
        fail("'" + name->getText() + "' is there twice", name->getSymbol());
      form.names.push_back(name->getText());
    }
    const std::size_t outer = bound_.size();
    bound_.insert(bound_.end(), form.names.begin(), form.names.end());
    form.body = expression(n.expression());
    bound_.resize(outer);
    const NodeId body = form.body;
    return add(std::move(form), n.getStart(), {body});
  }

  [[noreturn]] static void fail(const std::string& message, antlr4::Token* at) {
    throw SyntaxMistake{message, column_of(at)};
  }

  std::vector<FormulaNode> nodes_;
  std::vector<unsigned> depths_;   // of nodes_
  std::vector<std::string> bound_; // names of the foralls around
};

} // namespace

Formula build_formula(P::FormulaContext& tree) {
  Builder builder;
  builder.expression(tree.expression());
  return {builder.take(), 1};
}

} // namespace heddle::contract
