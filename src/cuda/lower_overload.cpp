// Overloads: which of the functions of a name a call means.
#include "cuda/ast_print.hpp"
#include "cuda/lower_internal.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// How many classes up `base` is; 0: it is none of its bases.
int steps_to_base(const CT& type, const CT& base) {
  if (!type->is(CType::Kind::record) || !base->is(CType::Kind::record)) return 0;
  for (const Field& field : type->record->fields) {
    if (!field.name.empty()) continue;
    if (same_type(field.type, base)) return 1;
    if (const int steps = steps_to_base(field.type, base)) return steps + 1;
  }
  return 0;
}

// May values of other types become the record: by a constructor, or in a way that is not known?
bool takes_others(const Record& record) {
  return !record.unsupported.empty() || record.name == "dim3" || has_constructor(record);
}

// May the record become a value of another type?
bool becomes_others(const Record& record) {
  return !record.unsupported.empty() || std::ranges::any_of(record.methods, [](const Method& m) {
    const std::string& name = m.function->name.parts.back().identifier;
    return name.starts_with("operator ") && m.function->params.empty();
  }) || std::ranges::any_of(record.fields, [](const Field& field) { // a base class
    return field.name.empty() && field.type->is(CType::Kind::record) &&
           becomes_others(*field.type->record);
  });
}

bool by_conversion(const CT& param, const CT& arg) {
  return (param->is(CType::Kind::record) && takes_others(*param->record)) ||
         (arg->is(CType::Kind::record) && becomes_others(*arg->record));
}

// How well an argument fits a parameter; negative: not at all.
int fit(const CT& param, const Argument& arg) {
  const CT p = decayed(param), a = decayed(arg.type);
  if (is_no_type(p)) return -1;
  if (arg.type->is(CType::Kind::unknown) || p->is(CType::Kind::unknown)) return 1;
  if (same_type(p, a)) return 8;
  if (p->is_arithmetic() && a->is_arithmetic()) {
    const bool floats = p->is(CType::Kind::floating), from_float = a->is(CType::Kind::floating);
    if (floats != from_float) return 2;
    if (floats) return p->width > a->width ? 5 : 3;
    if (p->width == 32 && p->is_signed && a->width < 32) return 6; // promotion
    return p->is_signed == a->is_signed ? 4 : 3;
  }
  if (p->is(CType::Kind::pointer) && a->is(CType::Kind::pointer)) {
    if (same_type(p->to, a->to)) return 8;
    if (p->to->is(CType::Kind::void_) || a->to->is(CType::Kind::void_)) return 3;
    if (p->to->is(CType::Kind::unknown) || a->to->is(CType::Kind::unknown)) return 2;
    return steps_to_base(a->to, p->to) ? 2 : -1;
  }
  if (p->is(CType::Kind::pointer) && a->is_integral()) {
    const auto& v = arg.lvalue.value;
    const bool zero = v && v->scalar && constant_value(v->scalar) == std::optional<std::int64_t>(0);
    return zero ? 1 : -1;
  }
  if (p->is(CType::Kind::boolean) && a->is(CType::Kind::pointer)) return 1;
  if (p->is(CType::Kind::group) && a->is(CType::Kind::group)) return 2;
  if (p->is(CType::Kind::record) && a->is(CType::Kind::record)) {
    if (p->name == a->name) return 7;
    if (const int steps = steps_to_base(a, p)) return std::max(1, 5 - steps); // the nearest
  }
  return by_conversion(p, a) ? 0 : -1;
}

} // namespace

int Lowering::rank(const FunctionDecl& f, const Item& item, const Bindings& bindings,
                   const std::vector<Argument>& args) {
  const bool pack = !f.params.empty() && std::get<VarDecl>(f.params.back()->node).is_pack;
  if (args.size() > f.params.size() && !f.variadic && !pack) return -1;
  if (item.tmpl && names_condition(f.result)) {
    const CT result = resolve_in(item.scope, bindings, f.result);
    if (is_no_type(result)) return -1;
    if (result->is(CType::Kind::unknown)) substitution_in_doubt_ = true;
  }
  int total = 1;
  for (std::size_t i = 0; i < f.params.size(); ++i) {
    const auto& param = std::get<VarDecl>(f.params[i]->node);
    if (param.is_pack) {
      --total; // what needs none is meant rather
      for (std::size_t k = i; k < args.size(); ++k) {
        const Bindings one = element_of(bindings, k - i);
        const int score = fit(resolve_in(item.scope, one, param.type), args[k]);
        if (score < 0) return -1;
        total += 4 * score;
      }
      continue;
    }
    if (i >= args.size()) {
      if (param.args.empty()) return -1;
      continue;
    }
    const int score = fit(resolve_in(item.scope, bindings, param.type), args[i]);
    if (score < 0) return -1;
    total += 4 * score;
  }
  return total;
}

namespace {

std::string without(std::string text, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words)
    for (std::size_t at; (at = text.find(word)) != std::string::npos;)
      text.erase(at, word.size());
  return text;
}

// Casts in it may say const too.
std::string action(const FunctionDecl& f) {
  return without(to_string(f.body), {"const ", " const"});
}

std::string spelled(const DeclPtr& param) { return to_string(std::get<VarDecl>(param->node).type); }

// But for const and references.
bool same_params(const FunctionDecl& f, const FunctionDecl& g) {
  const auto bare = [&](const DeclPtr& param) {
    return without(spelled(param), {"const ", " const", "&"});
  };
  return std::ranges::equal(f.params, g.params, {}, bare, bare);
}

// Is there an overload that differs in const or && alone, and does something else? What is known of
// an argument does not tell them apart.
bool has_other_constness(const std::vector<Item>& overloads, const Item& chosen) {
  const auto& f = std::get<FunctionDecl>(chosen.decl->node);
  return std::ranges::any_of(overloads, [&](const Item& item) {
    const auto& g = std::get<FunctionDecl>(item.decl->node);
    if (!f.body || !g.body || &f == &g) return false;
    const bool plain = !item.tmpl && !chosen.tmpl && item.scope == chosen.scope; // & against &&
    const bool differs = plain || f.is_const != g.is_const ||
                         !std::ranges::equal(f.params, g.params, {}, spelled, spelled);
    return differs && same_params(f, g) &&
           (action(f) != action(g) || !f.member_inits.empty() || !g.member_inits.empty());
  });
}

// How much of the form of an argument a written type asks for: of `T`, `T*` and `S<T>*` the later
// ones are more special.
int specialisation(const TypePtr& type) {
  if (const auto* pointer = std::get_if<PointerType>(&type->node))
    return 1 + specialisation(pointer->to);
  if (const auto* reference = std::get_if<ReferenceType>(&type->node))
    return specialisation(reference->to);
  if (const auto* array = std::get_if<ArrayType>(&type->node))
    return 1 + specialisation(array->element);
  const auto* named = std::get_if<NamedType>(&type->node);
  return named && named->name.parts.back().args ? 1 : 0;
}

int specialisation(const FunctionDecl& f) {
  int total = 0;
  for (const DeclPtr& param : f.params)
    total += specialisation(std::get<VarDecl>(param->node).type);
  return total;
}

} // namespace

std::optional<FunctionRef>
Lowering::select_function(const std::vector<Item>& overloads,
                          const std::optional<std::vector<TemplateArg>>& explicit_args,
                          const std::vector<Argument>& args) {
  std::optional<FunctionRef> best;
  int best_score = -1, best_special = 0;
  bool tied = false, in_doubt = false;
  std::size_t fitting = 0;
  for (const Item& item : overloads) {
    const auto& f = std::get<FunctionDecl>(item.decl->node);
    Bindings bindings;
    if (item.around) bindings = *item.around;
    substitution_in_doubt_ = false;
    const bool open_template = item.tmpl && !item.tmpl->params.empty();
    if (open_template) {
      auto deduced = deduce(*item.tmpl, f, explicit_args, args);
      if (!deduced) continue;
      for (auto& [name, binding] : *deduced)
        bindings.insert_or_assign(name, std::move(binding));
    } else if (explicit_args && !item.tmpl) {
      continue;
    } else if (explicit_args && f.name.parts.back().args) { // a full specialisation
      const auto& written = *f.name.parts.back().args;
      bool same = written.size() == explicit_args->size();
      for (std::size_t i = 0; same && i < written.size(); ++i) {
        const TemplateArg &w = written[i], &g = (*explicit_args)[i];
        const auto a = w.expr ? fold(w.expr) : std::nullopt,
                   b = g.expr ? fold(g.expr) : std::nullopt;
        same = a || b ? a == b : w.type && g.type && same_type(resolve(w.type), resolve(g.type));
      }
      if (!same) continue;
    }
    int score = rank(f, item, bindings, args);
    if (score < 0) continue;
    ++fitting;
    in_doubt = in_doubt || substitution_in_doubt_;
    score = 4 * score + (open_template ? 0 : 2) + (f.body ? 1 : 0);
    const int special = open_template ? specialisation(f) : 0;
    if (best && score == best_score && special == best_special)
      tied |= !same_params(f, std::get<FunctionDecl>(best->item.decl->node));
    if (std::pair(score, special) > std::pair(best_score, best_special)) {
      tied = false;
      best_score = score;
      best_special = special;
      best = FunctionRef{item, bindings};
    }
  }
  const auto refuse = [&](const std::string& before, const std::string& behind) {
    const DeclNode& decl = *best->item.decl;
    unsupported(before + "'" + to_string(std::get<FunctionDecl>(decl.node).name) + "', " + behind,
                decl.loc);
  };
  if (in_doubt && fitting > 1) refuse("the overloads of ", "which are not told apart");
  if (tied) refuse("", "of which several overloads fit");
  if (best && has_other_constness(overloads, best->item))
    refuse("", "of which another overload does something else for what is const");
  return best;
}

} // namespace heddle::cuda
