#include "cuda/syntax/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

template <class... F> struct Overloaded : F... { using F::operator()...; };

using ExprFn = std::function<void(const ExprPtr&)>;
using StmtFn = std::function<void(const StmtPtr&)>;

void each(const std::vector<ExprPtr>& list, const ExprFn& f) {
  for (const ExprPtr& e : list)
    if (e) f(e);
}

void opt(const ExprPtr& e, const ExprFn& f) {
  if (e) f(e);
}

void opt(const StmtPtr& s, const StmtFn& f) {
  if (s) f(s);
}

void initialisers(const DeclPtr& decl, const ExprFn& f) {
  if (!decl) return;
  if (auto* var = std::get_if<VarDecl>(&decl->node)) each(var->args, f);
}

} // namespace

void for_each_child(const ExprNode& e, const ExprFn& f) {
  std::visit(Overloaded{[](const IntLiteral&) {},
                        [](const FloatLiteral&) {},
                        [](const CharLiteral&) {},
                        [](const StringLiteral&) {},
                        [](const BoolLiteral&) {},
                        [](const NullptrLiteral&) {},
                        [](const ThisExpr&) {},
                        [](const NameExpr&) {},
                        [&](const UnaryExpr& n) { opt(n.operand, f); },
                        [&](const BinaryExpr& n) {
                          opt(n.left, f);
                          opt(n.right, f);
                        },
                        [&](const AssignExpr& n) {
                          opt(n.left, f);
                          opt(n.right, f);
                        },
                        [&](const ConditionalExpr& n) {
                          opt(n.cond, f);
                          opt(n.then_expr, f);
                          opt(n.else_expr, f);
                        },
                        [&](const CallExpr& n) {
                          opt(n.callee, f);
                          each(n.args, f);
                        },
                        [&](const LaunchExpr& n) {
                          opt(n.callee, f);
                          each(n.config, f);
                          each(n.args, f);
                        },
                        [&](const IndexExpr& n) {
                          opt(n.base, f);
                          opt(n.index, f);
                        },
                        [&](const MemberExpr& n) { opt(n.base, f); },
                        [&](const CastExpr& n) { opt(n.operand, f); },
                        [&](const ConstructExpr& n) { each(n.args, f); },
                        [&](const InitListExpr& n) { each(n.items, f); },
                        [](const SizeofExpr&) {},
                        [&](const LambdaExpr& n) {
                          for (const auto& [name, value] : n.initialised)
                            opt(value, f);
                        },
                        [&](const PackExpansionExpr& n) { opt(n.pattern, f); },
                        [](const StatementExpr&) {},
                        [](const OpaqueExpr&) {}},
             e.node);
}

void for_each_child(const StmtNode& s, const StmtFn& on_stmt, const ExprFn& on_expr) {
  std::visit(Overloaded{[&](const CompoundStmt& n) {
                          for (const StmtPtr& c : n.body)
                            opt(c, on_stmt);
                        },
                        [&](const DeclStmt& n) {
                          for (const DeclPtr& d : n.decls)
                            initialisers(d, on_expr);
                        },
                        [&](const ExprStmt& n) { opt(n.expr, on_expr); },
                        [&](const IfStmt& n) {
                          opt(n.init, on_stmt);
                          initialisers(n.cond_decl, on_expr);
                          opt(n.cond, on_expr);
                          opt(n.then_stmt, on_stmt);
                          opt(n.else_stmt, on_stmt);
                        },
                        [&](const WhileStmt& n) {
                          opt(n.cond, on_expr);
                          opt(n.body, on_stmt);
                        },
                        [&](const DoStmt& n) {
                          opt(n.body, on_stmt);
                          opt(n.cond, on_expr);
                        },
                        [&](const ForStmt& n) {
                          opt(n.init, on_stmt);
                          opt(n.cond, on_expr);
                          opt(n.step, on_expr);
                          opt(n.body, on_stmt);
                        },
                        [&](const RangeForStmt& n) {
                          opt(n.range, on_expr);
                          opt(n.body, on_stmt);
                        },
                        [&](const SwitchStmt& n) {
                          opt(n.cond, on_expr);
                          opt(n.body, on_stmt);
                        },
                        [&](const CaseStmt& n) {
                          opt(n.value, on_expr);
                          opt(n.upper, on_expr);
                        },
                        [](const LabelStmt&) {}, [](const GotoStmt&) {}, [](const BreakStmt&) {},
                        [](const ContinueStmt&) {},
                        [&](const ReturnStmt& n) { opt(n.value, on_expr); },
                        [&](const AsmStmt& n) {
                          for (const AsmOperand& o : n.outputs)
                            opt(o.expr, on_expr);
                          for (const AsmOperand& o : n.inputs)
                            opt(o.expr, on_expr);
                        }},
             s.node);
}

void walk(const ExprPtr& root, const ExprFn& on_expr) {
  std::vector<ExprPtr> work{root};
  while (!work.empty()) {
    ExprPtr e = work.back();
    work.pop_back();
    if (!e) continue;
    on_expr(e);
    const std::size_t first = work.size();
    for_each_child(*e, [&](const ExprPtr& c) { work.push_back(c); });
    std::reverse(work.begin() + static_cast<std::ptrdiff_t>(first), work.end());
  }
}

void walk(const StmtPtr& root, const StmtFn& on_stmt, const ExprFn& on_expr) {
  std::vector<StmtPtr> work{root};
  while (!work.empty()) {
    StmtPtr s = work.back();
    work.pop_back();
    if (!s) continue;
    on_stmt(s);
    const std::size_t first = work.size();
    for_each_child(
        *s, [&](const StmtPtr& c) { work.push_back(c); },
        [&](const ExprPtr& e) { walk(e, on_expr); });
    std::reverse(work.begin() + static_cast<std::ptrdiff_t>(first), work.end());
  }
}

} // namespace heddle::cuda
