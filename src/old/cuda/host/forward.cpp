// Function templates that only pass on what they are given.
#include "cuda/host/effects.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

const NameExpr* plain(const ExprPtr& e, const std::string& name) {
  const auto* n = e ? std::get_if<NameExpr>(&e->node) : nullptr;
  return n && n->name.parts.size() == 1 && plain_name(n->name) == name ? n : nullptr;
}

// `a...` or `std::forward<A>(a)...`
bool passes_pack(const ExprPtr& e, const std::string& pack) {
  const auto* expansion = e ? std::get_if<PackExpansionExpr>(&e->node) : nullptr;
  if (!expansion) return false;
  if (plain(expansion->pattern, pack)) return true;
  const auto* call = std::get_if<CallExpr>(&expansion->pattern->node);
  const auto* callee = call ? std::get_if<NameExpr>(&call->callee->node) : nullptr;
  return callee && plain_name(callee->name) == "std::forward" && call->args.size() == 1 &&
         plain(call->args[0], pack);
}

// Does the body use `function` in calls with the whole pack alone, and the pack in these alone?
bool only_calls(const StmtPtr& body, const std::string& function, const std::string& pack) {
  unsigned calls = 0, functions = 0, packs = 0;
  bool hidden = false;
  walk(
      body, [](const StmtPtr&) {},
      [&](const ExprPtr& e) {
        if (auto* call = std::get_if<CallExpr>(&e->node))
          calls += plain(call->callee, function) && call->args.size() == 1 &&
                   passes_pack(call->args[0], pack);
        functions += plain(e, function) ? 1 : 0;
        packs += plain(e, pack) ? 1 : 0;
        if (std::holds_alternative<LambdaExpr>(e->node) ||
            std::holds_alternative<StatementExpr>(e->node) ||
            std::holds_alternative<OpaqueExpr>(e->node)) {
          const auto names = names_in(e);
          hidden = hidden || names.contains(function) || names.contains(pack);
        }
      });
  return !hidden && calls > 0 && functions == calls && packs == calls;
}

} // namespace

std::optional<Forwarding> forwarding(const Program& program, const std::string& scope,
                                     const CallExpr& n) {
  const auto* name = n.callee ? std::get_if<NameExpr>(&n.callee->node) : nullptr;
  const auto* items = name ? program.find(program.functions, name->name, scope) : nullptr;
  if (!items || items->size() != 1 || !items->front().tmpl) return std::nullopt;
  const auto& f = std::get<FunctionDecl>(items->front().decl->node);
  if (!f.body || f.params.empty() || n.args.size() < f.params.size()) return std::nullopt;
  const auto& last = std::get<VarDecl>(f.params.back()->node);
  if (!last.is_pack) return std::nullopt;
  for (std::size_t i = 0; i + 1 < f.params.size(); ++i) {
    const auto* function = n.args[i] ? std::get_if<NameExpr>(&n.args[i]->node) : nullptr;
    if (!function || !program.find(program.functions, function->name, scope)) continue;
    const auto& param = std::get<VarDecl>(f.params[i]->node);
    if (only_calls(f.body, param.name, last.name)) return Forwarding{i, f.params.size() - 1};
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace heddle::cuda
