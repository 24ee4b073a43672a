#include "cuda/contract/quantified.hpp"

#include <algorithm>
#include <optional>

namespace heddle::contract {

namespace {

using Kind = core::Contract::Kind;

// `left op right` for two elements of one array, or two integers of the forall.
struct Comparison {
  Infix op;
  NodeId left, right;
};

class Quantified {
public:
  Quantified(const Formula& formula, const Forall& form) : formula_(formula), form_(form) {}

  // What is stated of which array; empty where it is none of the known forms.
  std::vector<Kind> kinds;
  std::optional<NodeId> array;

  void find() {
    if (form_.names.size() == 1) return neighbours();
    if (form_.names.size() == 2) return pairs();
  }

private:
  template <class T> const T* get(NodeId node) const {
    return std::get_if<T>(&formula_.nodes[node].form);
  }
  bool is_name(NodeId node, const std::string& name) const {
    const Name* n = get<Name>(node);
    return n && n->text == name;
  }
  bool is_next(NodeId node, const std::string& name) const { // i + 1
    const InfixForm* n = get<InfixForm>(node);
    const Literal* one = n && n->op == Infix::add ? get<Literal>(n->right) : nullptr;
    return one && one->type.is_int() && one->value == 1 && is_name(n->left, name);
  }

  // A comparison of two elements of one array, as one of their indices.
  std::optional<Comparison> elements(NodeId node) {
    const InfixForm* n = get<InfixForm>(node);
    const Element* left = n ? get<Element>(n->left) : nullptr;
    const Element* right = n ? get<Element>(n->right) : nullptr;
    if (!left || !right) return std::nullopt;
    const auto first = plain_path(formula_, left->of);
    if (!first || first != plain_path(formula_, right->of)) return std::nullopt;
    array = left->of;
    return Comparison{n->op, left->index, right->index};
  }

  // forall i: S[i] <= S[i + 1]
  void neighbours() {
    auto c = elements(form_.body);
    if (!c) return;
    const std::string& i = form_.names[0];
    if (is_next(c->left, i)) c = {swapped(c->op), c->right, c->left};
    if (is_name(c->left, i) && is_next(c->right, i)) ordered(Infix::lt, c->op);
  }

  // forall i, j: i < j -> S[i] <= S[j]
  void pairs() {
    const InfixForm* body = get<InfixForm>(form_.body);
    if (!body || body->op != Infix::implies) return;
    const InfixForm* guard = get<InfixForm>(body->left);
    auto claim = elements(body->right);
    if (!guard || !claim) return;
    const auto& [i, j] = std::tie(form_.names[0], form_.names[1]);
    Comparison order{guard->op, guard->left, guard->right};
    if (is_name(order.left, j)) order = {swapped(order.op), order.right, order.left};
    if (is_name(claim->left, j)) claim = {swapped(claim->op), claim->right, claim->left};
    const bool both = is_name(order.left, i) && is_name(order.right, j) &&
                      is_name(claim->left, i) && is_name(claim->right, j);
    if (!both) return;
    if (order.op == Infix::gt || order.op == Infix::ge) // the same with i and j exchanged
      order.op = swapped(order.op), claim->op = swapped(claim->op);
    ordered(order.op, claim->op);
  }

  // guard: of i and j, claim: of S[i] and S[j]
  void ordered(Infix guard, Infix claim) {
    if (claim == Infix::ne && (guard == Infix::ne || guard == Infix::lt)) kinds = {Kind::distinct};
    if (claim == Infix::le && (guard == Infix::lt || guard == Infix::le)) kinds = {Kind::monotone};
    if (claim == Infix::lt && guard == Infix::lt) kinds = {Kind::distinct, Kind::monotone};
    if (form_.names.size() == 1 && claim == Infix::ne) kinds.clear(); // of neighbours only
  }

  const Formula& formula_;
  const Forall& form_;
};

// The arrays that it reads, in order.
std::vector<std::pair<std::string, NodeId>> arrays_read(const Formula& formula,
                                                        const Forall& form) {
  std::vector<std::pair<std::string, NodeId>> arrays;
  for (NodeId i = form.first; i <= form.body; ++i)
    if (const auto* element = std::get_if<Element>(&formula.nodes[i].form))
      if (const auto path = plain_path(formula, element->of))
        if (std::ranges::find(arrays, *path, &std::pair<std::string, NodeId>::first) ==
            arrays.end())
          arrays.emplace_back(*path, element->of);
  return arrays;
}

} // namespace

std::optional<std::string> plain_path(const Formula& formula, NodeId node) {
  std::string path;
  while (const auto* member = std::get_if<Member>(&formula.nodes[node].form)) {
    path = (member->arrow ? "->" : ".") + member->name + path;
    node = member->of;
  }
  const auto* name = std::get_if<Name>(&formula.nodes[node].form);
  return name ? std::optional(name->text + path) : std::nullopt;
}

NotUnderstood unnamed(const std::string& path, const NoName& why, std::uint32_t column) {
  return {NotUnderstood::Cause::name,
          why.reason.empty() ? "'" + path + "' is not known here" : why.reason, column};
}

std::variant<std::vector<core::Contract>, NotUnderstood>
quantified(const Formula& formula, NodeId node, const Lookup& lookup) {
  const auto& form = std::get<Forall>(formula.nodes[node].form);
  const auto arrays = arrays_read(formula, form);
  for (const auto& [path, at] : arrays) {
    const Meaning meaning = lookup(path);
    const std::uint32_t column = formula.nodes[at].column;
    if (const auto* why = std::get_if<NoName>(&meaning)) return unnamed(path, *why, column);
    if (std::holds_alternative<Expr>(meaning))
      return NotUnderstood{NotUnderstood::Cause::name, "'" + path + "' is no array", column};
  }
  Quantified q(formula, form);
  q.find();
  if (q.kinds.empty()) return std::vector<core::Contract>{};
  const auto meaning = lookup(*plain_path(formula, *q.array));
  std::vector<core::Contract> contracts;
  for (const Kind kind : q.kinds)
    contracts.push_back({kind, std::get<ArrayName>(meaning).array});
  return contracts;
}

} // namespace heddle::contract
