#include "cuda/contract/conjunction.hpp"

#include "cuda/contract/contract.hpp"

#include <algorithm>

namespace heddle::contract {

namespace {

void add_conjuncts(const Formula& formula, NodeId node, std::vector<std::string>& to) {
  const auto* infix = std::get_if<InfixForm>(&formula.nodes[node].form);
  if (!infix || infix->op != Infix::logical_and) return to.push_back(to_string(formula, node));
  add_conjuncts(formula, infix->left, to);
  add_conjuncts(formula, infix->right, to);
}

// Does && bind tighter than what the whole is made by?
bool is_open(const Formula& formula) {
  const auto& whole = formula.nodes.back().form;
  const auto* infix = std::get_if<InfixForm>(&whole);
  return std::holds_alternative<Forall>(whole) || std::holds_alternative<Choice>(whole) ||
         (infix && (infix->op == Infix::logical_or || infix->op == Infix::implies));
}

} // namespace

std::vector<std::string> conjuncts_of(const std::string& condition) {
  const auto parsed = parse_contract(condition);
  const auto* formula = std::get_if<Formula>(&parsed);
  if (!formula) return {condition};
  const auto* infix = std::get_if<InfixForm>(&formula->nodes.back().form);
  if (!infix || infix->op != Infix::logical_and) return {condition}; // as it is written
  std::vector<std::string> conjuncts;
  add_conjuncts(*formula, static_cast<NodeId>(formula->nodes.size() - 1), conjuncts);
  return conjuncts;
}

std::string joined(const std::vector<std::string>& conditions) {
  std::vector<std::string> each;
  for (const std::string& condition : conditions)
    for (std::string& one : conjuncts_of(condition))
      if (std::ranges::find(each, one) == each.end()) each.push_back(std::move(one));
  if (each.size() == 1) return each.front();
  std::string text;
  for (const std::string& one : each) {
    const auto parsed = parse_contract(one);
    const auto* formula = std::get_if<Formula>(&parsed);
    const bool open = formula && is_open(*formula);
    text += (text.empty() ? "" : " && ") + (open ? "(" + one + ")" : one);
  }
  return text;
}

} // namespace heddle::contract
