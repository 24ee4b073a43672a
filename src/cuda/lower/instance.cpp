// Template arguments of a launched kernel: those that are written, and those that the types of the
// launch's arguments say.
#include "core/visit.hpp"
#include "cuda/lower/internal.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

bool mentions_auto(const TypePtr& type) {
  if (!type) return false;
  if (const auto* pointer = std::get_if<PointerType>(&type->node))
    return mentions_auto(pointer->to);
  if (const auto* reference = std::get_if<ReferenceType>(&type->node))
    return mentions_auto(reference->to);
  return std::holds_alternative<AutoType>(type->node);
}

} // namespace

std::optional<Bindings> Lowering::bind_instance(const TemplateDecl& tmpl,
                                                const std::vector<TemplateArg>& args,
                                                const std::string& scope, const Bindings& around) {
  std::optional<Bindings> bindings;
  out_ = &kernel_.body;
  in_scope(scope, around, end_of_file, [&] { bindings = bind_template(tmpl, args); });
  return bindings && all_known(*bindings) ? bindings : std::nullopt;
}

// A lambda's type means something where it stands alone.
bool Lowering::all_known(const Bindings& bindings) const {
  return std::ranges::all_of(bindings, [&](const auto& entry) {
    const Binding& b = entry.second;
    if (b.pack)
      return std::ranges::all_of(*b.pack, [&](const Binding& element) {
        return all_known({{entry.first, element}});
      });
    return !b.type || (is_known(b.type) && !(b.type->is(CType::Kind::record) &&
                                             closures_.contains(b.type->record.get())));
  });
}

std::optional<Bindings> Lowering::bind_launch(const TemplateDecl& tmpl, const FunctionDecl& kernel,
                                              const LaunchItem& launch, const Bindings& around) {
  const auto& callee = std::get<NameExpr>(launch.launch->callee->node);
  std::optional<Bindings> bindings;
  out_ = &kernel_.body;
  in_scope(launch.scope, around, end_of_file, [&] {
    if (launch.host) declare_host_names(*launch.host);
    std::vector<Argument> args;
    for (const ExprPtr& e : launch.launch->args) {
      if (std::holds_alternative<PackExpansionExpr>(e->node)) return;
      Argument a;
      a.type = certain_type(e);
      a.loc = e->loc;
      a.expr = e;
      args.push_back(std::move(a));
    }
    bindings = deduce(tmpl, kernel, callee.name.parts.back().args, args);
  });
  return bindings && all_known(*bindings) ? bindings : std::nullopt;
}

// The type of an expression of the host, where all of it is understood: what is not may have any.
CT Lowering::certain_type(const ExprPtr& e) {
  if (const auto* cast = std::get_if<CastExpr>(&e->node)) return resolve(cast->type);
  if (const auto* made = std::get_if<ConstructExpr>(&e->node)) return resolve(made->type);
  CT type;
  bool understood = true;
  const std::size_t unknowns = kernel_.unknowns.size();
  const core::Block block = collect([&] { type = eval_lvalue(e).type; });
  core::for_each_statement(block, [&](const core::Stmt& s) {
    const auto* value = std::get_if<core::Havoc>(&s.node);
    understood = understood && !std::holds_alternative<core::Unsupported>(s.node) &&
                 (!value || value->reason.empty());
  });
  understood = understood && !overflow_ && kernel_.unknowns.size() == unknowns;
  return understood && type ? type : make_unknown("?");
}

// The variables of a host function, as far as their types go. Of two with one name and different
// types nothing is known.
void Lowering::declare_host_names(const FunctionDecl& host) {
  std::map<std::string, CT> types;
  const auto note = [&](const DeclPtr& decl) {
    const auto* var = std::get_if<VarDecl>(&decl->node);
    if (!var) {
      if (!std::holds_alternative<UsingDecl>(decl->node)) local_decl(decl);
      return;
    }
    if (var->is_pack) return;
    CT type = mentions_auto(var->type)
                  ? (var->args.size() == 1 ? deduce_auto(var->type, certain_type(var->args[0]))
                                           : make_unknown("auto"))
                  : resolve(var->type);
    if (type->is(CType::Kind::reference)) type = type->to;
    const auto [it, fresh] = types.emplace(var->name, type);
    if (!fresh && !same_type(it->second, type)) it->second = make_unknown(var->name);
    declare(var->name, temporary(unknown_value(it->second, "", decl->loc), decl->loc));
  };
  std::ranges::for_each(host.params, note);
  walk(
      host.body,
      [&](const StmtPtr& s) {
        if (const auto* n = std::get_if<DeclStmt>(&s->node)) std::ranges::for_each(n->decls, note);
      },
      [](const ExprPtr&) {});
}

} // namespace heddle::cuda
