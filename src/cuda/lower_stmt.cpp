// Statements: conditions, loops, jumps.
#include "cuda/lower_depth.hpp"
#include "cuda/lower_walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

bool jumps_to(const core::Stmt& s, core::LabelId label) {
  if (label == 0) return std::holds_alternative<core::Exit>(s.node);
  const auto* b = std::get_if<core::Break>(&s.node);
  return b && b->label == label;
}

} // namespace

void strip_trailing_jumps(Pool& pool, core::Block& block, core::LabelId label) {
  while (!block.empty()) {
    core::Stmt& last = block.back();
    if (jumps_to(last, label)) {
      block.pop_back();
      continue;
    }
    if (auto* labeled = std::get_if<core::Labeled>(&last.node)) {
      strip_trailing_jumps(pool, labeled->body, label);
    } else if (auto* branch = std::get_if<core::If>(&last.node)) {
      strip_trailing_jumps(pool, branch->then_block, label);
      strip_trailing_jumps(pool, branch->else_block, label);
      if (branch->then_block.empty() && branch->else_block.empty()) {
        block.pop_back();
        continue;
      }
      if (branch->then_block.empty()) {
        branch->cond = pool.logical_not(branch->cond);
        std::swap(branch->then_block, branch->else_block);
      }
    }
    return;
  }
}

bool mentions_label(const core::Block& block, core::LabelId label) {
  return std::ranges::any_of(block, [&](const core::Stmt& s) {
    if (jumps_to(s, label)) return true;
    if (auto* c = std::get_if<core::Continue>(&s.node)) return c->label == label;
    if (auto* b = std::get_if<core::If>(&s.node))
      return mentions_label(b->then_block, label) || mentions_label(b->else_block, label);
    if (auto* l = std::get_if<core::Labeled>(&s.node)) return mentions_label(l->body, label);
    if (auto* l = std::get_if<core::Loop>(&s.node))
      return mentions_label(l->head, label) || mentions_label(l->body, label) ||
             mentions_label(l->step, label);
    return false;
  });
}

void Lowering::lower(const StmtPtr& s) {
  if (!s || overflow_) return;
  const Depth depth(*this);
  if (depth.too_deep()) return unsupported("a statement that is nested too deeply", s->loc);
  std::visit([&](const auto& n) { lower_node(n, *s); }, s->node);
}

void Lowering::lower_scoped(const StmtPtr& s) {
  frame().names.emplace_back();
  lower(s);
  frame().names.pop_back();
}

core::Block Lowering::scoped_block(const StmtPtr& s) {
  ++frame().control_depth;
  core::Block block = collect([&] { lower_scoped(s); });
  --frame().control_depth;
  return block;
}

// A label that is jumped to from before is a block that ends there.
void Lowering::lower_list(const std::vector<StmtPtr>& list, std::size_t begin, std::size_t end) {
  for (std::size_t k = end; k-- > begin;) {
    if (!list[k]) continue;
    const auto* label = std::get_if<LabelStmt>(&list[k]->node);
    if (!label) continue;
    const core::LabelId target = new_label();
    auto& gotos = frame().gotos;
    const auto outer =
        gotos.find(label->label) == gotos.end() ? std::nullopt : std::optional(gotos[label->label]);
    gotos[label->label] = target;
    core::Block before = collect([&] { lower_list(list, begin, k); });
    if (outer) {
      gotos[label->label] = *outer;
    } else {
      gotos.erase(label->label);
    }
    labelled(target, std::move(before), list[k]->loc);
    begin = k + 1;
    break;
  }
  for (std::size_t i = begin; i < end; ++i)
    lower(list[i]);
}

bool Lowering::labelled(core::LabelId label, core::Block body, Loc loc) {
  strip_trailing_jumps(*pool_, body, label);
  if (mentions_label(body, label)) {
    emit(core::Labeled{label, std::move(body)}, loc);
    return false;
  }
  for (core::Stmt& s : body)
    out_->push_back(std::move(s));
  return true;
}

void Lowering::lower_node(const CompoundStmt& n, const StmtNode&) {
  frame().names.emplace_back();
  lower_list(n.body, 0, n.body.size());
  frame().names.pop_back();
}

void Lowering::lower_node(const DeclStmt& n, const StmtNode&) {
  for (const DeclPtr& decl : n.decls)
    local_decl(decl);
}

void Lowering::lower_node(const ExprStmt& n, const StmtNode&) { eval_discard(n.expr); }

void Lowering::lower_node(const IfStmt& n, const StmtNode& s) {
  frame().names.emplace_back();
  if (n.init) lower(n.init);
  Expr cond = nullptr;
  if (n.cond_decl) {
    local_decl(n.cond_decl);
    if (auto* var = std::get_if<VarDecl>(&n.cond_decl->node))
      if (Entity* e = find_local(var->name))
        if (auto* l = std::get_if<LValue>(e)) cond = truth(load(*l), s.loc);
  }
  if (n.cond) cond = eval_condition(n.cond);
  if (!cond) cond = not_understood("this condition", s.loc).scalar;
  if (!cond->type.is_bool()) cond = pool_->ne(cond, pool_->constant(0, cond->type));
  if (is_true(cond)) {
    lower_scoped(n.then_stmt);
  } else if (is_false(cond)) {
    if (n.else_stmt) lower_scoped(n.else_stmt);
  } else {
    core::Block then_block = scoped_block(n.then_stmt);
    core::Block else_block = n.else_stmt ? scoped_block(n.else_stmt) : core::Block{};
    emit_if(cond, std::move(then_block), std::move(else_block), s.loc);
  }
  frame().names.pop_back();
}

void Lowering::loop(const ExprPtr& cond, const ExprPtr& step, const StmtPtr& body, Loc loc) {
  core::Loop l;
  l.label = new_label();
  l.cond = pool_->boolean(true);
  ++frame().control_depth;
  ++loops_;
  if (cond) l.head = collect([&] { l.cond = eval_condition(cond); });
  if (is_false(l.cond)) {
    --frame().control_depth;
    --loops_;
    for (core::Stmt& s : l.head)
      out_->push_back(std::move(s));
    return;
  }
  frame().targets.push_back({l.label, true, true});
  l.body = collect([&] { lower_scoped(body); });
  frame().targets.pop_back();
  if (step) l.step = collect([&] { eval_discard(step); });
  --frame().control_depth;
  --loops_;
  if (!spin_wait(l, loc)) emit(std::move(l), loc);
}

void Lowering::lower_node(const WhileStmt& n, const StmtNode& s) {
  loop(n.cond, nullptr, n.body, s.loc);
}

void Lowering::lower_node(const ForStmt& n, const StmtNode& s) {
  frame().names.emplace_back();
  if (n.init) lower(n.init);
  loop(n.cond, n.step, n.body, s.loc);
  frame().names.pop_back();
}

void Lowering::lower_node(const DoStmt& n, const StmtNode& s) {
  if (auto v = fold(n.cond); v && *v == 0) { // do { .. } while (0)
    const core::LabelId label = new_label();
    frame().targets.push_back({label, true, false});
    core::Block body = collect([&] { lower_scoped(n.body); });
    frame().targets.pop_back();
    labelled(label, std::move(body), s.loc);
    return;
  }
  do_loop(n, s.loc);
}

void Lowering::do_loop(const DoStmt& n, Loc loc) {
  core::Loop l;
  l.label = new_label();
  l.cond = pool_->boolean(true);
  frame().targets.push_back({l.label, true, true});
  ++frame().control_depth;
  ++loops_;
  l.body = collect([&] { lower_scoped(n.body); });
  l.step = collect([&] {
    const Expr cond = eval_condition(n.cond);
    core::Block leave = collect([&] { emit(core::Break{l.label}, n.cond->loc); });
    emit_if(pool_->logical_not(cond), std::move(leave), {}, n.cond->loc);
  });
  --frame().control_depth;
  --loops_;
  frame().targets.pop_back();
  if (!spin_wait(l, loc)) emit(std::move(l), loc);
}

void Lowering::lower_node(const RangeForStmt&, const StmtNode& s) {
  unsupported("a range-based for loop", s.loc);
}

void Lowering::lower_node(const LabelStmt&, const StmtNode&) {} // see lower_list

void Lowering::lower_node(const GotoStmt& n, const StmtNode& s) {
  const auto it = frame().gotos.find(n.label);
  if (it == frame().gotos.end())
    return unsupported("'goto " + n.label + "', which does not jump forward out of a block", s.loc);
  emit(core::Break{it->second}, s.loc);
}

void Lowering::lower_node(const BreakStmt&, const StmtNode& s) {
  if (frame().targets.empty()) return unsupported("'break' outside of a loop", s.loc);
  emit(core::Break{frame().targets.back().label}, s.loc);
}

void Lowering::lower_node(const ContinueStmt&, const StmtNode& s) {
  auto& targets = frame().targets;
  for (auto it = targets.rbegin(); it != targets.rend(); ++it) {
    if (!it->takes_continue) continue;
    if (it->is_loop) return emit(core::Continue{it->label}, s.loc);
    return emit(core::Break{it->label}, s.loc);
  }
  unsupported("'continue' outside of a loop", s.loc);
}

void Lowering::lower_node(const ReturnStmt& n, const StmtNode& s) {
  Frame& f = frame();
  if (frames_.size() == 1) {
    eval_discard(n.value);
    return emit(core::Exit{}, s.loc);
  }
  if (n.value && (!f.result_type || !f.result_type->is(CType::Kind::void_))) {
    Value v;
    if (f.returns_reference) {
      const LValue l = eval_lvalue(n.value);
      v = pointer_value(make_pointer(l.type), address(l));
    } else {
      v = f.result_type ? eval_initialiser(f.result_type, n.value) : eval(n.value);
    }
    if (!f.result_type) f.result_type = v.type;
    if (f.single_return) {
      f.direct_result = v;
      return;
    }
    if (!f.result) {
      const std::string name =
          (f.function ? f.function->name.parts.back().identifier : "f") + ".result";
      f.result = make_place(f.result_type, name, f.path + "/result", s.loc);
    }
    store_place(f.result, convert(v, f.result->type, s.loc), s.loc);
  } else {
    eval_discard(n.value);
  }
  emit(core::Break{f.return_label}, s.loc);
}

} // namespace heddle::cuda
