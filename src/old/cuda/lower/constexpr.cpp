// Functions of constants that are evaluated where a constant is asked for: their bodies are run, on
// integers alone.
#include "core/visit.hpp"
#include "cuda/lower/internal.hpp"

namespace heddle::cuda {

// One call. Variables are names of the frame that is open.
class ConstantRun {
public:
  ConstantRun(Lowering& lowering, CT result) : l_(lowering), result_type_(std::move(result)) {}

  std::optional<FoldValue> run(const StmtPtr& body) {
    return statement(body) == Flow::returned ? result_ : std::nullopt;
  }

private:
  enum class Flow : std::uint8_t { next, broken, continued, returned, failed };
  static constexpr unsigned max_steps = 100'000;

  Flow statement(const StmtPtr& s) {
    if (!s) return Flow::next;
    if (++steps_ > max_steps) return Flow::failed;
    return std::visit([&](const auto& n) { return node(n); }, s->node);
  }
  Flow scoped(const StmtPtr& s) {
    l_.frame().names.emplace_back();
    const Flow flow = statement(s);
    l_.frame().names.pop_back();
    return flow;
  }
  Flow node(const CompoundStmt& n) {
    l_.frame().names.emplace_back();
    Flow flow = Flow::next;
    for (std::size_t i = 0; i < n.body.size() && flow == Flow::next; ++i)
      flow = statement(n.body[i]);
    l_.frame().names.pop_back();
    return flow;
  }
  Flow node(const DeclStmt& n) {
    for (const DeclPtr& decl : n.decls) {
      if (std::holds_alternative<StaticAssertDecl>(decl->node)) continue;
      const auto* var = std::get_if<VarDecl>(&decl->node);
      if (!var || var->args.size() != 1 || !var->bindings.empty()) return Flow::failed;
      const Attributes& a = var->attributes;
      if (a.static_ || a.extern_ || a.shared || a.volatile_) return Flow::failed;
      const auto v = l_.fold_value(var->args[0]);
      if (!v) return Flow::failed;
      const bool deduced = std::holds_alternative<AutoType>(var->type->node);
      if (!bind(var->name, *v, deduced ? v->type : l_.resolve(var->type))) return Flow::failed;
    }
    return Flow::next;
  }
  Flow node(const ExprStmt& n) { return !n.expr || effect(n.expr) ? Flow::next : Flow::failed; }
  Flow node(const ReturnStmt& n) {
    result_ = n.value ? l_.fold_value(n.value) : std::nullopt;
    if (result_ && result_type_) result_ = fold_convert(*result_, result_type_);
    return result_ ? Flow::returned : Flow::failed;
  }
  Flow node(const IfStmt& n) {
    if (n.cond_decl) return Flow::failed;
    l_.frame().names.emplace_back();
    Flow flow = statement(n.init);
    const auto cond = flow == Flow::next ? l_.fold(n.cond) : std::nullopt;
    flow = cond ? scoped(*cond != 0 ? n.then_stmt : n.else_stmt) : Flow::failed;
    l_.frame().names.pop_back();
    return flow;
  }
  Flow node(const WhileStmt& n) { return loop(n.cond, nullptr, n.body, true); }
  Flow node(const DoStmt& n) { return loop(n.cond, nullptr, n.body, false); }
  Flow node(const ForStmt& n) {
    l_.frame().names.emplace_back();
    Flow flow = statement(n.init);
    if (flow == Flow::next) flow = loop(n.cond, n.step, n.body, true);
    l_.frame().names.pop_back();
    return flow;
  }
  Flow node(const BreakStmt&) { return Flow::broken; }
  Flow node(const ContinueStmt&) { return Flow::continued; }
  template <typename Other> Flow node(const Other&) { return Flow::failed; }

  Flow loop(const ExprPtr& cond, const ExprPtr& step, const StmtPtr& body, bool tests_first) {
    for (bool first = true;; first = false) {
      if (++steps_ > max_steps) return Flow::failed;
      const bool tests = cond && (tests_first || !first);
      const auto goes_on = tests ? l_.fold(cond) : std::optional<std::int64_t>(1);
      if (!goes_on) return Flow::failed;
      if (*goes_on == 0) return Flow::next;
      const Flow flow = scoped(body);
      if (flow == Flow::broken) return Flow::next;
      if (flow == Flow::returned || flow == Flow::failed) return flow;
      if (step && !effect(step)) return Flow::failed;
    }
  }

  // Assignments and increments of variables; what changes nothing need only be understood.
  bool effect(const ExprPtr& e) {
    if (auto* n = std::get_if<BinaryExpr>(&e->node); n && n->op == BinaryOp::comma)
      return effect(n->left) && effect(n->right);
    if (auto* n = std::get_if<AssignExpr>(&e->node))
      return assign(n->left, n->op ? binary(*n->op, n->left, n->right) : n->right);
    const auto* n = std::get_if<UnaryExpr>(&e->node);
    const bool up = n && (n->op == UnaryOp::pre_inc || n->op == UnaryOp::post_inc);
    const bool down = n && (n->op == UnaryOp::pre_dec || n->op == UnaryOp::post_dec);
    if (!up && !down) return l_.fold_value(e).has_value();
    const ExprPtr one =
        std::make_shared<ExprNode>(ExprNode{IntLiteral{1, "", true}, e->loc, e->begin});
    return assign(n->operand, binary(up ? BinaryOp::add : BinaryOp::sub, n->operand, one));
  }
  static ExprPtr binary(BinaryOp op, const ExprPtr& left, const ExprPtr& right) {
    return std::make_shared<ExprNode>(
        ExprNode{BinaryExpr{op, left, right}, left->loc, left->begin});
  }
  bool assign(const ExprPtr& target, const ExprPtr& value) {
    const auto* name = std::get_if<NameExpr>(&target->node);
    const auto v = name && name->name.parts.size() == 1 ? l_.fold_value(value) : std::nullopt;
    Entity* entity = v ? l_.find_local(name->name.parts[0].identifier) : nullptr;
    const auto* old = entity ? std::get_if<LValue>(entity) : nullptr;
    if (!old || !old->value || !old->type->is_integral()) return false;
    const auto converted = fold_convert(*v, old->type);
    if (!converted || !converted->type->is_integral()) return false;
    *entity = l_.temporary(l_.int_value(converted->integer, converted->type), {});
    return true;
  }
  bool bind(const std::string& name, const FoldValue& v, const CT& type) {
    const auto converted = fold_convert(v, type);
    if (!converted || !converted->type->is_integral()) return false;
    l_.declare(name, l_.temporary(l_.int_value(converted->integer, converted->type), {}));
    return true;
  }

  Lowering& l_;
  CT result_type_; // null: deduced
  std::optional<FoldValue> result_;
  unsigned steps_ = 0;
};

std::optional<FunctionRef> Lowering::constant_function(const QualifiedName& name,
                                                       const std::vector<FoldValue>& values) {
  std::vector<Argument> args;
  for (const FoldValue& v : values) {
    if (v.is_dims || !v.type->is_integral()) return std::nullopt;
    args.push_back({v.type, temporary(literal(v), {}), {}, nullptr, false});
  }
  const std::vector<Item> items = program_.functions_named(name, frame().scope, frame().seen);
  if (items.empty()) return std::nullopt;
  std::optional<FunctionRef> chosen;
  bool sure = true;
  core::for_each_statement(
      without_effect([&] { chosen = select_function(items, name.parts.back().args, args); }),
      [&](const core::Stmt& s) { sure &= !std::holds_alternative<core::Unsupported>(s.node); });
  return sure ? chosen : std::nullopt;
}

std::optional<FoldValue> Lowering::fold_call(const CallExpr& n,
                                             const std::vector<FoldValue>& args) {
  const auto* callee = std::get_if<NameExpr>(&n.callee->node);
  if (!callee || ++folded_calls_ > 10'000 || frames_.size() > 4 * max_inline_depth)
    return std::nullopt;
  const auto chosen = constant_function(callee->name, args);
  if (!chosen) return std::nullopt;
  const auto& f = std::get<FunctionDecl>(chosen->item.decl->node);
  if (!f.body || f.params.size() != args.size()) return std::nullopt;
  std::optional<FoldValue> v;
  in_scope(chosen->item.scope, chosen->bindings, position(chosen->item), [&] {
    for (std::size_t i = 0; i < args.size(); ++i) {
      const auto& param = std::get<VarDecl>(f.params[i]->node);
      CT type = resolve(param.type);
      if (type->is(CType::Kind::reference) && type->to->is_const) type = type->to;
      const auto arg = param.is_pack ? std::nullopt : fold_convert(args[i], type);
      if (!arg || !arg->type->is_integral()) return;
      declare(param.name, temporary(int_value(arg->integer, arg->type), {}));
    }
    const bool deduced = f.result && std::holds_alternative<AutoType>(f.result->node);
    v = ConstantRun(*this, deduced || !f.result ? nullptr : resolve(f.result)).run(f.body);
  });
  return v;
}

} // namespace heddle::cuda
