// Statements: conditions, loops, jumps.
#include "core/visit.hpp"
#include "cuda/lower/construct.hpp"
#include "cuda/lower/depth.hpp"
#include "cuda/syntax/walk.hpp"

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
  bool found = false;
  core::for_each_statement(block, [&](const core::Stmt& s) {
    const auto* next = std::get_if<core::Continue>(&s.node);
    found = found || jumps_to(s, label) || (next && next->label == label);
  });
  return found;
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
    Way way{{}, {}, next_block_};
    core::Block then_block = scoped_block(n.then_stmt);
    way.tokens = tokens_;
    way.last_arrival = last_arrival_;
    const std::uint64_t second = next_block_;
    core::Block else_block = n.else_stmt ? scoped_block(n.else_stmt) : core::Block{};
    if (n.else_stmt) join_tokens(way, second);
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

// The array that `for (.. : {a, b})` goes over.
std::optional<LValue> Lowering::listed_range(const ExprPtr& e, Loc loc) {
  const auto* list = std::get_if<InitListExpr>(&e->node);
  if (!list || list->items.empty()) return std::nullopt;
  const std::vector<ExprPtr> items = expanded(list->items);
  if (items.size() > 64) return std::nullopt;
  const CT type =
      make_array(without_qualifiers(type_of(items[0])), static_cast<std::int64_t>(items.size()));
  const PlacePtr place = make_place(type, "range", place_key("range", loc), loc);
  store_place(place, init_list(type, items, {}, loc), loc);
  return LValue{type, place, {}, {}, loc};
}

namespace {

template <typename Node> ExprPtr make(Node node, Loc loc) {
  return std::make_shared<ExprNode>(ExprNode{std::move(node), loc, loc});
}

ExprPtr named(const std::string& name, Loc loc) {
  QualifiedName q;
  q.parts.push_back({name, std::nullopt});
  return make(NameExpr{q}, loc);
}

// The variable of a loop over a range, in one round.
VarDecl each(const VarDecl& var, ExprPtr element) {
  VarDecl result = var;
  result.init = Init::copy;
  result.args = {std::move(element)};
  return result;
}

} // namespace

// Over an object with begin() and end(): for (auto at = r.begin(), end = r.end(); at != end; ++at).
void Lowering::iterate(const VarDecl& var, const LValue& range, const StmtPtr& body, Loc loc) {
  const std::string object = "range of " + var.name, at = "place in " + var.name,
                    end = "end of " + var.name;
  frame().names.emplace_back();
  declare(object, range);
  auto type = std::make_shared<TypeNode>();
  type->node = AutoType{};
  for (const auto& [name, method] : {std::pair{at, "begin"}, std::pair{end, "end"}}) {
    VarDecl bound;
    bound.type = type;
    bound.name = name;
    bound.init = Init::copy;
    bound.args = {make(CallExpr{make(MemberExpr{named(object, loc), {method, {}}}, loc), {}}, loc)};
    local_var(bound, loc);
  }
  const VarDecl element = each(var, make(UnaryExpr{UnaryOp::deref, named(at, loc)}, loc));
  DeclStmt declaration{{std::make_shared<DeclNode>(DeclNode{element, loc})}};
  CompoundStmt round{{std::make_shared<StmtNode>(StmtNode{std::move(declaration), loc}), body}};
  loop(make(BinaryExpr{BinaryOp::ne, named(at, loc), named(end, loc)}, loc),
       make(UnaryExpr{UnaryOp::pre_inc, named(at, loc)}, loc),
       std::make_shared<StmtNode>(StmtNode{std::move(round), loc}), loc);
  frame().names.pop_back();
}

// Over an array, a list, or an object with begin() and end().
void Lowering::lower_node(const RangeForStmt& n, const StmtNode& s) {
  const auto* var = n.var ? std::get_if<VarDecl>(&n.var->node) : nullptr;
  const auto listed = listed_range(n.range, s.loc);
  LValue range = listed ? *listed : eval_lvalue(n.range);
  if (var && range.type->is(CType::Kind::record) && has_method(*range.type->record, "begin") &&
      has_method(*range.type->record, "end")) {
    range = kept_object(range, s.loc); // lives as long as the loop
    snapshot(range);
    return iterate(*var, range, n.body, s.loc);
  }
  if (!var || !range.type->is(CType::Kind::array) || !range.type->extent || range.value)
    return unsupported("a range-based for loop over what is no array", s.loc);
  snapshot(range);
  const std::string element = "element for " + var->name;
  const CT index_type = make_integer(64, true);
  const core::VarId at = new_var(var->name + ".at", Type::i64(), s.loc);
  const Expr i = pool_->symbol_ref(at);
  assign(at, pool_->constant(0, Type::i64()), s.loc);
  core::Loop l;
  l.label = new_label();
  l.cond = pool_->lt(i, pool_->constant(*range.type->extent, Type::i64()));
  ++frame().control_depth;
  ++loops_;
  frame().targets.push_back({l.label, true, true});
  l.body = collect([&] {
    frame().names.emplace_back();
    declare(element, index(range, make_scalar(index_type, i), s.loc));
    local_var(each(*var, named(element, s.loc)), n.var->loc);
    lower_scoped(n.body);
    frame().names.pop_back();
  });
  frame().targets.pop_back();
  l.step = collect([&] { assign(at, pool_->add(i, pool_->constant(1, Type::i64())), s.loc); });
  --frame().control_depth;
  --loops_;
  emit(std::move(l), s.loc);
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

// What a function returns by value. A local variable may be the result itself or be copied, as the
// compiler likes.
Value Lowering::returned(const ExprPtr& e) {
  const CT wanted = frame().result_type;
  const auto* name = std::get_if<NameExpr>(&e->node);
  const bool whole = name && wanted && same_type(type_of(e), wanted);
  if (wanted && !whole) return eval_initialiser(wanted, e);
  if (std::holds_alternative<InitListExpr>(e->node)) return eval(e);
  const LValue l = eval_lvalue(e);
  if (l.value || !has_own_copy(l.type)) return value_of(l);
  const auto is_param = [&](const DeclPtr& p) {
    return std::get<VarDecl>(p->node).name == name->name.parts.back().identifier;
  };
  if (name && find_local(name->name.parts.back().identifier) && frame().function &&
      std::ranges::none_of(frame().function->params, is_param))
    unsupported("a return of '" + to_string(l.type) + "', which may be copied or not", e->loc);
  else if (name && moves_itself(*l.type->record))
    unsupported("a return of '" + to_string(l.type) + "', which may be moved", e->loc);
  return copied(l, true, e->loc);
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
      LValue l = eval_lvalue(n.value);
      if (f.result_type) l = bound_to(f.result_type->to, std::move(l), s.loc);
      v = pointer_value(make_pointer(l.type), address(l));
    } else {
      v = returned(n.value);
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
