// Parameter packs. A pack `p` of n elements is n names "p#0", "p#1", .. that no program can write;
// an expansion is the pattern once for each, with those names in place of `p`.
#include "cuda/lower/internal.hpp"
#include "cuda/lower/template.hpp"
#include "cuda/syntax/ast_rename.hpp"

#include <algorithm>

namespace heddle::cuda {

std::string pack_element(const std::string& pack, std::size_t i) {
  return pack + "#" + std::to_string(i);
}

namespace {

ExprPtr number(std::uint64_t value, Loc loc) {
  return std::make_shared<ExprNode>(ExprNode{IntLiteral{value, "", true}, loc, loc});
}

std::optional<BinaryOp> operator_named(const std::string& text) {
  for (int op = 0; op <= static_cast<int>(BinaryOp::comma); ++op)
    if (text == spell_operator(static_cast<BinaryOp>(op))) return static_cast<BinaryOp>(op);
  return std::nullopt;
}

// The name of a pack, which a call mentions as a value or as a type.
std::string mentioned_name(const ExprPtr& e) {
  if (const auto* name = std::get_if<NameExpr>(&e->node)) return plain_name(name->name);
  if (const auto* text = std::get_if<OpaqueExpr>(&e->node)) return text->text;
  return "";
}

} // namespace

// The bindings as element `i` of all packs has them.
Bindings element_of(const Bindings& bindings, std::size_t i) {
  Bindings one = bindings;
  for (auto& [name, binding] : one)
    if (binding.pack && i < binding.pack->size()) {
      const Binding element = (*binding.pack)[i];
      binding = element;
    }
  return one;
}

std::optional<std::size_t> Lowering::pack_size(const std::string& name) {
  Entity* e = find_local(name);
  const auto* pack = e ? std::get_if<Pack>(e) : nullptr;
  return pack ? std::optional(pack->size) : std::nullopt;
}

// How often a pattern is repeated; `visit` gives it a renaming to walk it with.
std::optional<std::size_t>
Lowering::repetitions(const std::function<void(const Renaming&)>& visit) {
  std::set<std::size_t> sizes;
  visit([&](const std::string& name) -> std::optional<std::string> {
    if (const auto size = pack_size(name)) sizes.insert(*size);
    return std::nullopt;
  });
  return sizes.size() == 1 ? std::optional(*sizes.begin()) : std::nullopt;
}

Renaming Lowering::element_names(std::size_t i) {
  return [this, i](const std::string& name) -> std::optional<std::string> {
    return pack_size(name) ? std::optional(pack_element(name, i)) : std::nullopt;
  };
}

std::vector<ExprPtr> Lowering::expanded(const std::vector<ExprPtr>& list) {
  std::vector<ExprPtr> all;
  for (const ExprPtr& e : list) {
    const auto* pack = e ? std::get_if<PackExpansionExpr>(&e->node) : nullptr;
    const auto n =
        pack ? repetitions([&](const Renaming& r) { renamed(pack->pattern, r); }) : std::nullopt;
    if (!n) all.push_back(e);
    for (std::size_t i = 0; i < n.value_or(0); ++i)
      all.push_back(renamed(pack->pattern, element_names(i)));
  }
  return all;
}

std::vector<TemplateArg> Lowering::expanded(const std::vector<TemplateArg>& list) {
  std::vector<TemplateArg> all;
  for (const TemplateArg& arg : list) {
    const auto n = arg.pack_expansion ? repetitions([&](const Renaming& r) { renamed(arg, r); })
                                      : std::nullopt;
    if (!n) all.push_back(arg);
    for (std::size_t i = 0; i < n.value_or(0); ++i) {
      all.push_back(renamed(arg, element_names(i)));
      all.back().pack_expansion = false;
    }
  }
  return all;
}

// What a call of __builtin_fold or __builtin_pack_size (fold_tokens.cpp) stands for; nullptr: it is
// another one, or about no pack that is known.
ExprPtr Lowering::pack_call(const CallExpr& n) {
  const auto* callee = std::get_if<NameExpr>(&n.callee->node);
  if (!callee || callee->name.parts.size() != 1) return nullptr;
  const std::string& name = callee->name.parts[0].identifier;
  if (name == "__builtin_pack_size" && n.args.size() == 1) {
    const auto size = pack_size(mentioned_name(n.args[0]));
    return size ? number(*size, n.callee->loc) : nullptr;
  }
  if (name != "__builtin_fold" || n.args.size() < 3) return nullptr;
  const auto* text = std::get_if<StringLiteral>(&n.args[0]->node);
  const auto* form = std::get_if<IntLiteral>(&n.args[1]->node);
  const auto op = text ? operator_named(text->value) : std::nullopt;
  if (!op || !form) return nullptr;
  bool left = form->value == 1; // ((p0 + p1) + p2), else (p0 + (p1 + p2))
  ExprPtr start, pattern = n.args[2];
  const auto times = [&](const ExprPtr& e) {
    return repetitions([&](const Renaming& r) { renamed(e, r); });
  };
  if (form->value == 2 && n.args.size() == 4) {
    left = !times(pattern).has_value();
    start = n.args[left ? 2 : 3];
    pattern = n.args[left ? 3 : 2];
  }
  const auto count = times(pattern);
  if (!count) return nullptr;
  std::vector<ExprPtr> terms;
  for (std::size_t i = 0; i < *count; ++i)
    terms.push_back(renamed(pattern, element_names(i)));
  if (start) terms.insert(left ? terms.begin() : terms.end(), start);
  if (terms.empty()) return number(*op == BinaryOp::logical_and ? 1 : 0, n.callee->loc);
  if (!left) std::ranges::reverse(terms);
  ExprPtr sum = terms[0];
  for (std::size_t i = 1; i < terms.size(); ++i) {
    ExprNode node{BinaryExpr{*op, left ? sum : terms[i], left ? terms[i] : sum}, n.callee->loc,
                  n.callee->loc};
    node.depth = 1 + std::max(sum->depth, terms[i]->depth);
    sum = std::make_shared<ExprNode>(std::move(node));
  }
  return sum;
}

void Lowering::declare_binding(Names& names, const std::string& name, const Binding& binding) {
  if (binding.pack) {
    names.insert_or_assign(name, Pack{binding.pack->size()});
    for (std::size_t i = 0; i < binding.pack->size(); ++i)
      declare_binding(names, pack_element(name, i), (*binding.pack)[i]);
  } else if (auto entity = binding_entity(binding)) {
    names.insert_or_assign(name, std::move(*entity));
  }
}

// Binds the elements of the pack `p` of the parameters of `f` to the arguments from `first` on.
void Lowering::deduce_pack(const TemplateDecl& tmpl, const VarDecl& param,
                           const std::vector<Argument>& args, std::size_t first,
                           Bindings& bindings) {
  std::set<std::string> packs;
  std::map<std::string, std::vector<Binding>> elements;
  for (const TemplateParam& p : tmpl.params)
    if (p.is_pack) packs.insert(p.name);
  for (std::size_t i = first; i < args.size(); ++i) {
    Bindings one;
    const CT type = type_to_deduce(tmpl, param.type, args[i]);
    deduce_type(forwarded(param.type, type), type, packs, one);
    for (auto& [name, binding] : one)
      elements[name].push_back(binding);
  }
  for (auto& [name, all] : elements) {
    Binding& given = bindings[name]; // explicitly, for the first of them
    if (given.pack)
      for (std::size_t i = 0; i < std::min(given.pack->size(), all.size()); ++i)
        all[i] = (*given.pack)[i];
    given.pack = std::make_shared<const std::vector<Binding>>(std::move(all));
  }
}

} // namespace heddle::cuda
