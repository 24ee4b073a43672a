#include "cuda/host/launch_pointers.hpp"

#include "cuda/host/effects.hpp"
#include "cuda/host/names.hpp"
#include "cuda/syntax/walk.hpp"
#include "cuda/types/program.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

ExprPtr without_casts(ExprPtr e) {
  while (const auto* cast = e ? std::get_if<CastExpr>(&e->node) : nullptr)
    e = cast->operand;
  return e;
}

bool is_name(const ExprPtr& e, const std::string& name) {
  const auto* n = e ? std::get_if<NameExpr>(&e->node) : nullptr;
  return n && !n->name.global && n->name.parts.size() == 1 && plain_name(n->name) == name;
}

// Code whose statements are not walked mentions the name.
bool hides(const ExprPtr& e, const std::string& name) {
  return (std::holds_alternative<LambdaExpr>(e->node) ||
          std::holds_alternative<StatementExpr>(e->node) ||
          std::holds_alternative<OpaqueExpr>(e->node)) &&
         names_in(e).contains(name);
}

bool is_pointer_variable(const VarDecl& var) {
  if (!var.type || var.attributes.static_ || var.attributes.extern_) return false;
  return std::holds_alternative<PointerType>(var.type->node) ||
         std::holds_alternative<AutoType>(var.type->node) ||
         std::holds_alternative<NamedType>(var.type->node);
}

// How often the function's body names the variable.
std::size_t uses_of(const FunctionDecl& f, const std::string& name) {
  std::size_t uses = 0;
  walk(
      f.body, [](const StmtPtr&) {},
      [&](const ExprPtr& e) {
        uses += is_name(e, name) ? 1 : 0;
        uses += hides(e, name) ? 1'000'000 : 0; // never understood
      });
  return uses;
}

bool launches_kernel(const std::string& name) {
  return name == "cudaLaunchKernel" || name == "cudaLaunchCooperativeKernel";
}

// What stands in `void* args[] = {&a, (void*)&b}` where nothing else is done with the array.
void add_arguments(const FunctionDecl& f, const ExprPtr& array, CalledLaunch& out) {
  const auto* name = array ? std::get_if<NameExpr>(&array->node) : nullptr;
  if (!name || name->name.parts.size() != 1) return;
  const std::string plain = plain_name(name->name);
  std::size_t passed = 0;
  walk(
      f.body, [](const StmtPtr&) {},
      [&](const ExprPtr& e) {
        const auto* call = std::get_if<CallExpr>(&e->node);
        if (call && launches_kernel(last_callee_name(*call)) && call->args.size() > 3)
          passed += is_name(without_casts(call->args[3]), plain) ? 1 : 0;
      });
  const std::vector<const VarDecl*> vars = variables_named(f, plain);
  if (vars.size() != 1 || passed != uses_of(f, plain)) return;
  const auto* list = vars[0]->args.size() == 1 && vars[0]->init == Init::copy
                         ? std::get_if<InitListExpr>(&vars[0]->args[0]->node)
                         : nullptr;
  if (!list && vars[0]->init != Init::braces) return;
  for (const ExprPtr& item : list ? list->items : vars[0]->args) {
    const ExprPtr e = without_casts(item);
    const auto* address = e ? std::get_if<UnaryExpr>(&e->node) : nullptr;
    const auto* value = address && address->op == UnaryOp::address_of
                            ? std::get_if<NameExpr>(&address->operand->node)
                            : nullptr;
    // of two variables with one name it may be either
    const bool known = value && variables_named(f, plain_name(value->name)).size() == 1;
    out.launch.args.push_back(known ? address->operand
                                    : std::make_shared<const ExprNode>(ExprNode{
                                          OpaqueExpr{"*" + spell(item)}, item->loc, item->begin}));
    if (known) out.addresses.push_back(e);
  }
}

} // namespace

std::vector<ExprPtr> named_in(const ExprPtr& root) {
  const ExprPtr e = without_casts(root);
  if (!e) return {};
  if (auto* n = std::get_if<UnaryExpr>(&e->node))
    return n->op == UnaryOp::address_of || n->op == UnaryOp::deref ? named_in(n->operand)
                                                                   : std::vector<ExprPtr>{};
  if (auto* n = std::get_if<ConditionalExpr>(&e->node)) {
    std::vector<ExprPtr> all = named_in(n->then_expr);
    std::ranges::copy(named_in(n->else_expr), std::back_inserter(all));
    return all;
  }
  if (auto* n = std::get_if<InitListExpr>(&e->node); n && n->items.size() == 1)
    return named_in(n->items[0]);
  return std::holds_alternative<NameExpr>(e->node) ? std::vector<ExprPtr>{e}
                                                   : std::vector<ExprPtr>{};
}

bool only_asks(const CallExpr& call) {
  const std::string name = last_callee_name(call);
  return name.starts_with("cudaFunc") || name.starts_with("cudaOccupancy");
}

std::optional<std::vector<ExprPtr>> launches_through(const FunctionDecl& f,
                                                     const std::string& pointer) {
  const std::vector<const VarDecl*> vars = variables_named(f, pointer);
  if (vars.empty() || !std::ranges::all_of(vars, [](auto* v) { return is_pointer_variable(*v); }))
    return std::nullopt;
  std::vector<ExprPtr> launches;
  std::size_t understood = 0;
  walk(
      f.body, [](const StmtPtr&) {},
      [&](const ExprPtr& e) {
        const auto is_it = [&](const ExprPtr& x) { return is_name(x, pointer) ? 1U : 0U; };
        if (auto* n = std::get_if<LaunchExpr>(&e->node); n && is_it(n->callee)) {
          ++understood;
          launches.push_back(e);
        }
        if (auto* n = std::get_if<AssignExpr>(&e->node); n && !n->op) understood += is_it(n->left);
        if (auto* n = std::get_if<BinaryExpr>(&e->node);
            n && (n->op == BinaryOp::eq || n->op == BinaryOp::ne))
          understood += is_it(n->left) + is_it(n->right);
        if (auto* n = std::get_if<CallExpr>(&e->node); n && only_asks(*n))
          for (const ExprPtr& arg : n->args)
            understood += is_it(without_casts(arg));
      });
  if (understood != uses_of(f, pointer)) return std::nullopt;
  return launches;
}

std::optional<CalledLaunch> as_launch(const FunctionDecl& f, const CallExpr& call) {
  if (!launches_kernel(last_callee_name(call)) || call.args.size() < 4) return std::nullopt;
  const std::vector<ExprPtr> kernel = named_in(call.args[0]);
  if (kernel.size() != 1) return std::nullopt;
  CalledLaunch found{{kernel[0], {call.args[1], call.args[2]}, {}}, {}};
  add_arguments(f, without_casts(call.args[3]), found);
  return found;
}

} // namespace heddle::cuda
