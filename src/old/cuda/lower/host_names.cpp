// Names of host code: the constants and types that a launch's template arguments and sizes may use,
// and what hides names of the file.
#include "cuda/host/visible.hpp"
#include "cuda/lower/internal.hpp"

namespace heddle::cuda {

namespace {

constexpr unsigned max_bases = 8; // of a class, one above the other

bool mentions_auto(const TypePtr& type) {
  if (!type) return false;
  if (const auto* pointer = std::get_if<PointerType>(&type->node))
    return mentions_auto(pointer->to);
  if (const auto* reference = std::get_if<ReferenceType>(&type->node))
    return mentions_auto(reference->to);
  return std::holds_alternative<AutoType>(type->node);
}

} // namespace

HostPlace place_of(const LaunchItem& launch) {
  return {launch.scope, launch.host, launch.launch->callee.get(), launch.tmpl,
          launch.bindings.get()};
}

// The names in scope at a place in host code: constants with their values, types with what they
// stand for. Of other variables, `with_types`, the type is known, else that they are none of the
// file's.
void Lowering::declare_host_names(const HostPlace& at, bool with_types) {
  if (!at.host || !at.place) return;
  if (const Item* owner = class_of(program_, *at.host, at.scope))
    declare_members(*owner, max_bases);
  for (const TemplateParam& p : at.tmpl ? at.tmpl->params : std::vector<TemplateParam>{})
    if (!at.around || !at.around->contains(p.name)) hide_name(p.name, p.is_type);
  for (const HostName& n : visible_at(*at.host, *at.place)) {
    const auto* var = n.decl ? std::get_if<VarDecl>(&n.decl->node) : nullptr;
    if (!n.decl) {
      hide_name(n.name, false);
    } else if (var) {
      const auto constant = n.is_parameter ? std::nullopt : host_constant(*var);
      declare_host_variable(*var, constant, n.decl->loc, with_types);
    } else if (auto* use = std::get_if<UsingDecl>(&n.decl->node)) {
      if (!use->is_namespace && use->alias.empty()) use_host_name(use->name);
    } else {
      without_effect([&] { local_decl(n.decl); });
    }
  }
}

// using a::n;
void Lowering::use_host_name(const QualifiedName& name) {
  std::optional<FoldValue> value;
  CT type;
  without_effect([&] {
    value = fold_name(name);
    if (!value) type = resolve_name(name, {});
  });
  const std::string& last = name.parts.back().identifier;
  if (value) return declare(last, temporary(literal(*value), {}));
  if (type && is_known(type)) return declare(last, type);
  hide_name(last, false);
}

// A name that means nothing of the file.
void Lowering::hide_name(const std::string& name, bool is_type) {
  if (name.empty()) return;
  const CT unknown = make_unknown(name);
  if (is_type) return declare(name, unknown);
  const SymbolId id =
      pool_->new_symbol({name, value_type(unknown), Role::parameter, 0, {}, {}, {}});
  declare(name, temporary(make_scalar(unknown, pool_->symbol_ref(id)), {}));
}

void Lowering::declare_host_variable(const VarDecl& var, const std::optional<FoldValue>& constant,
                                     Loc loc, bool with_types) {
  for (const std::string& name : var.bindings)
    hide_name(name, false);
  if (var.name.empty() || var.is_pack) return hide_name(var.name, false);
  if (constant) return declare(var.name, temporary(literal(*constant), loc));
  if (!with_types) return hide_name(var.name, false);
  without_effect([&] {
    CT type = mentions_auto(var.type)
                  ? (var.args.size() == 1 ? deduce_auto(var.type, certain_type(var.args[0]))
                                          : make_unknown("auto"))
                  : resolve(var.type);
    if (type->is(CType::Kind::reference)) type = type->to;
    declare(var.name, temporary(unknown_value(type, "", loc), loc));
  });
}

// The value of a variable that is a constant expression.
std::optional<FoldValue> Lowering::host_constant(const VarDecl& var) {
  const bool is_constant = var.attributes.constexpr_ || (var.type && var.type->is_const);
  if (!is_constant || !var.type || var.attributes.volatile_ || var.type->is_volatile ||
      var.args.size() != 1 || !var.bindings.empty())
    return std::nullopt;
  std::optional<FoldValue> v;
  without_effect([&] {
    v = fold_value(var.args[0]);
    if (!v || v->is_dims || std::holds_alternative<AutoType>(var.type->node)) return;
    const CT type = resolve(var.type);
    v = type->is_integral() ? fold_convert(*v, type) : std::nullopt;
  });
  return v && !v->is_dims && v->type->is_integral() ? v : std::nullopt;
}

// Members of the class around a host function, those of its bases first.
void Lowering::declare_members(const Item& item, unsigned bases) {
  const auto& record = std::get<RecordDecl>(item.decl->node);
  for (const TypePtr& base : record.bases) {
    const auto* named = base ? std::get_if<NamedType>(&base->node) : nullptr;
    const auto* items = named ? program_.find(program_.records, named->name, item.scope) : nullptr;
    if (items && bases > 0) declare_members(items->front(), bases - 1);
  }
  for (const TemplateParam& p : item.tmpl ? item.tmpl->params : std::vector<TemplateParam>{})
    hide_name(p.name, p.is_type);
  for (const DeclPtr& member : record.members) {
    if (auto* var = std::get_if<VarDecl>(&member->node)) {
      const bool is_own = var->attributes.static_ || var->attributes.constexpr_;
      declare_host_variable(*var, is_own ? host_constant(*var) : std::nullopt, member->loc, false);
    }
    if (std::holds_alternative<EnumDecl>(member->node) ||
        std::holds_alternative<TypedefDecl>(member->node))
      without_effect([&] { local_decl(member); });
    if (auto* nested = std::get_if<RecordDecl>(&member->node))
      if (!nested->name.parts.empty()) hide_name(nested->name.parts.back().identifier, true);
  }
}

// What is a constant expression has its value wherever control comes from, also where the host
// function is not followed up to the launch.
void Lowering::add_constants(const LaunchItem& item, HostLaunch& host) {
  const LaunchExpr& launch = *item.launch;
  const auto folded = [&](const ExprPtr& e) {
    std::optional<FoldValue> v;
    if (e) without_effect([&] { v = fold_value(e); });
    return v;
  };
  const auto number = [&](const ExprPtr& e, HostValue& value) {
    const auto v = folded(e);
    if (!v || v->is_dims || !v->type->is_integral()) return;
    value = {};
    value.kind = HostValue::Kind::integer;
    value.type = v->type;
    value.e = v->type->is(CType::Kind::boolean) ? pool_->boolean(v->integer != 0)
                                                : pool_->constant(v->integer, value_type(v->type));
  };
  const auto size = [&](std::size_t i, HostValue& value) {
    const auto v = i < launch.config.size() ? folded(launch.config[i]) : std::nullopt;
    if (!v || (!v->is_dims && !v->type->is_integral())) return;
    value = {};
    value.kind = HostValue::Kind::dims;
    value.type = builtin_type("dim3");
    for (std::size_t a = 0; a < 3; ++a)
      value.axes[a] = pool_->constant(v->is_dims ? v->dims[a]
                                      : a == 0   ? v->integer
                                                 : 1,
                                      Type::u32());
  };
  size(0, host.grid);
  size(1, host.block);
  host.args.resize(launch.args.size());
  for (std::size_t i = 0; i < launch.args.size(); ++i)
    number(launch.args[i], host.args[i]);
  const auto* callee = std::get_if<NameExpr>(&launch.callee->node);
  if (!callee || !callee->name.parts.back().args) return;
  const auto& args = *callee->name.parts.back().args;
  host.template_args.resize(args.size());
  for (std::size_t i = 0; i < args.size(); ++i)
    number(args[i].expr, host.template_args[i]);
}

} // namespace heddle::cuda
