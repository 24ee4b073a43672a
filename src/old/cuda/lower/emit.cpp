// Emitting core statements; keeping expressions valid while variables change under them.
#include "cuda/lower/internal.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

bool is_jump(const core::Stmt& s) {
  return std::holds_alternative<core::Break>(s.node) ||
         std::holds_alternative<core::Continue>(s.node) ||
         std::holds_alternative<core::Exit>(s.node);
}

} // namespace

void Lowering::emit(core::Stmt::Node node, Loc loc) {
  if (overflow_) return;
  if (!out_->empty() && is_jump(out_->back())) return; // cannot be reached
  if (++statements_ > max_statements) {
    overflow_ = true;
    unknown("the kernel is too large after inlining", loc);
    return;
  }
  const auto touch = [&](core::VarId var) { written_[var] = ++stamp_; };
  if (auto* s = std::get_if<core::Assign>(&node)) touch(s->var);
  if (auto* s = std::get_if<core::Havoc>(&node)) touch(s->var);
  if (auto* s = std::get_if<core::Read>(&node)) touch(s->var);
  if (auto* s = std::get_if<core::Atomic>(&node); s && s->var) touch(*s->var);
  if (std::holds_alternative<core::Exit>(node)) exits_ = true;
  out_->push_back({std::move(node), loc, frame().call});
}

void Lowering::unsupported(std::string reason, Loc loc) {
  emit(core::Unsupported{std::move(reason)}, loc);
}

void Lowering::assign(core::VarId var, Expr value, Loc loc) {
  emit(core::Assign{var, value}, loc);
  follow_token(var, value);
  if (auto c = constant_value(value); c && on_straight_line()) constants_[var] = {*c, stamp_};
}

bool Lowering::is_immutable(const Value& v) const {
  const auto fixed = [&](Expr e) {
    return !e || std::ranges::none_of(atoms(e), [&](Expr a) {
      return a->op == Op::symbol && pool_->symbol(a).role == Role::variable;
    });
  };
  const auto fixed_pointer = [&](const std::optional<Pointer>& p) {
    return !p || (fixed(p->base) && fixed(p->offset) && fixed(p->row));
  };
  return fixed(v.scalar) && fixed_pointer(v.pointer) && fixed_pointer(v.address) &&
         std::ranges::all_of(v.fields, [&](const Value& f) { return is_immutable(f); });
}

bool Lowering::on_straight_line() const {
  return std::ranges::all_of(frames_, [](const Frame& f) { return f.control_depth == 0; });
}

std::string Lowering::unique_name(const std::string& name) {
  const unsigned n = ++names_[name];
  return n == 1 ? name : name + "#" + std::to_string(n);
}

core::VarId Lowering::new_var(const std::string& name, Type type, Loc loc) {
  const SymbolId id = pool_->new_symbol({unique_name(name), type, Role::variable, 0, {}, {}, loc});
  kernel_.vars.push_back(id);
  return id;
}

core::VarId Lowering::new_temp(Type type, Loc loc) {
  return new_var("t" + std::to_string(next_temp_++), type, loc);
}

core::Block Lowering::collect(const std::function<void()>& f) {
  core::Block block;
  core::Block* outer = std::exchange(out_, &block);
  open_blocks_.push_back(next_block_++);
  f();
  open_blocks_.pop_back();
  out_ = outer;
  return block;
}

void Lowering::emit_if(Expr cond, core::Block then_block, core::Block else_block, Loc loc) {
  if (is_true(cond) || is_false(cond)) {
    core::Block& taken = is_true(cond) ? then_block : else_block;
    std::move(taken.begin(), taken.end(), std::back_inserter(*out_));
    return;
  }
  if (then_block.empty() && else_block.empty()) return;
  if (then_block.empty()) {
    cond = pool_->logical_not(cond);
    std::swap(then_block, else_block);
  }
  emit(core::If{cond, std::move(then_block), std::move(else_block)}, loc);
}

Expr Lowering::protect(Expr e, const Mark& since) {
  if (!e || stamp_ == since.stamp) return e;
  const bool stale = std::ranges::any_of(atoms(e), [&](Expr a) {
    if (a->op != Op::symbol) return false;
    auto it = written_.find(static_cast<core::VarId>(a->value));
    return it != written_.end() && it->second > since.stamp;
  });
  if (!stale) return e;
  const core::VarId temp = new_temp(e->type, {});
  const Loc loc = since.index < since.block->size() ? (*since.block)[since.index].loc : Loc{};
  since.block->insert(since.block->begin() + static_cast<std::ptrdiff_t>(since.index),
                      {core::Assign{temp, e}, loc, frame().call});
  return pool_->symbol_ref(temp);
}

void Lowering::protect(Value& value, const Mark& since) {
  if (stamp_ == since.stamp) return;
  value.scalar = protect(value.scalar, since);
  for (std::optional<Pointer>* p : {&value.pointer, &value.address}) {
    if (!*p) continue;
    (*p)->base = protect((*p)->base, since);
    (*p)->offset = protect((*p)->offset, since);
    (*p)->row = protect((*p)->row, since);
  }
  for (Value& field : value.fields)
    protect(field, since);
}

void Lowering::protect(LValue& lvalue, const Mark& since) {
  if (lvalue.address) {
    lvalue.address->base = protect(lvalue.address->base, since);
    lvalue.address->offset = protect(lvalue.address->offset, since);
    lvalue.address->row = protect(lvalue.address->row, since);
  }
  if (lvalue.value) protect(*lvalue.value, since);
  if (!lvalue.whole) return;
  LValue whole = *lvalue.whole;
  protect(whole, since);
  lvalue.whole = std::make_shared<const LValue>(std::move(whole));
}

Expr Lowering::snapshot(Expr e, Loc loc) {
  const bool varies = std::ranges::any_of(atoms(e), [&](Expr a) {
    return a->op == Op::symbol && pool_->symbol(a).role == Role::variable;
  });
  if (!varies) return e;
  const core::VarId temp = new_temp(e->type, loc);
  assign(temp, e, loc);
  return pool_->symbol_ref(temp);
}

void Lowering::snapshot(LValue& lvalue) {
  if (lvalue.whole) {
    LValue whole = *lvalue.whole;
    snapshot(whole);
    lvalue.whole = std::make_shared<const LValue>(std::move(whole));
  }
  if (!lvalue.address) return;
  lvalue.address->base = snapshot(lvalue.address->base, lvalue.loc);
  lvalue.address->offset = snapshot(lvalue.address->offset, lvalue.loc);
  if (lvalue.address->row) lvalue.address->row = snapshot(lvalue.address->row, lvalue.loc);
}

void Lowering::unknown(std::string reason, Loc loc) {
  kernel_.unknowns.emplace_back(std::move(reason), loc);
}

} // namespace heddle::cuda
