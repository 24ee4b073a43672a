// Template arguments of a launched kernel: those that are written, and those that the types of the
// launch's arguments say.
#include "core/visit.hpp"
#include "cuda/lower/internal.hpp"

#include <algorithm>

namespace heddle::cuda {

std::optional<Bindings> Lowering::bind_instance(const TemplateDecl& tmpl,
                                                const std::vector<TemplateArg>& args,
                                                const HostPlace& at) {
  std::optional<Bindings> bindings;
  out_ = &kernel_.body;
  in_scope(at.scope, at.around ? *at.around : Bindings{}, end_of_file, [&] {
    declare_host_names(at, false);
    bindings = bind_template(tmpl, args);
  });
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

std::optional<Bindings> Lowering::bind_call(const TemplateDecl& tmpl, const FunctionDecl& f,
                                            const QualifiedName& name,
                                            const std::vector<ExprPtr>& passed,
                                            const HostPlace& at) {
  std::optional<Bindings> bindings;
  out_ = &kernel_.body;
  in_scope(at.scope, at.around ? *at.around : Bindings{}, end_of_file, [&] {
    declare_host_names(at, true);
    std::vector<Argument> args;
    for (const ExprPtr& e : passed) {
      if (std::holds_alternative<PackExpansionExpr>(e->node)) return;
      Argument a;
      a.type = certain_type(e);
      a.loc = e->loc;
      a.expr = e;
      args.push_back(std::move(a));
    }
    bindings = deduce(tmpl, f, name.parts.back().args, args);
  });
  return bindings && all_known(*bindings) ? bindings : std::nullopt;
}

std::optional<Bindings> Lowering::bind_launch(const TemplateDecl& tmpl, const FunctionDecl& kernel,
                                              const LaunchItem& launch) {
  const auto& callee = std::get<NameExpr>(launch.launch->callee->node);
  return bind_call(tmpl, kernel, callee.name, launch.launch->args, place_of(launch));
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

} // namespace heddle::cuda
