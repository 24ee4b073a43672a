#include "cuda/host/names.hpp"

#include "cuda/syntax/walk.hpp"

namespace heddle::cuda {

const NameExpr* callee_name(const CallExpr& call) {
  return call.callee ? std::get_if<NameExpr>(&call.callee->node) : nullptr;
}

std::string last_callee_name(const CallExpr& call) {
  const NameExpr* name = callee_name(call);
  return name ? name->name.parts.back().identifier : "";
}

std::vector<const VarDecl*> variables_named(const FunctionDecl& f, const std::string& name) {
  std::vector<const VarDecl*> found;
  const auto look = [&](const DeclPtr& d) {
    const auto* var = d ? std::get_if<VarDecl>(&d->node) : nullptr;
    if (!var) return;
    if (var->name == name || std::ranges::find(var->bindings, name) != var->bindings.end())
      found.push_back(var);
  };
  std::ranges::for_each(f.params, look);
  walk(
      f.body,
      [&](const StmtPtr& s) {
        if (auto* n = std::get_if<DeclStmt>(&s->node)) std::ranges::for_each(n->decls, look);
        if (auto* n = std::get_if<IfStmt>(&s->node)) look(n->cond_decl);
        if (auto* n = std::get_if<RangeForStmt>(&s->node)) look(n->var);
      },
      [](const ExprPtr&) {});
  return found;
}

} // namespace heddle::cuda
