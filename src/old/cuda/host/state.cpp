// What is known at a place of host code, and what changes it.
#include "cuda/host/walk.hpp"

#include "cuda/syntax/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::size_t max_facts = 64;

} // namespace

std::size_t HostWalk::axis_of(const std::string& member) {
  return member.size() == 1 && member[0] >= 'x' && member[0] <= 'z'
             ? static_cast<std::size_t>(member[0] - 'x')
             : 3;
}

HostWalk::Var* HostWalk::find(const std::string& name) {
  for (auto it = state_.vars.rbegin(); it != state_.vars.rend(); ++it)
    if (it->name == name) return &*it;
  return nullptr;
}

void HostWalk::add_fact(Expr e) {
  if (is_true(e) || state_.facts.size() >= max_facts) return;
  if (e->op == Op::logical_and) {
    for (Expr part : e->args)
      add_fact(part);
    return;
  }
  state_.facts.push_back(e);
  // What equals a constant is that constant from here on.
  if (e->op != Op::eq || e->args[0]->op != Op::symbol || e->args[1]->op != Op::constant) return;
  const auto replaced = [&](Expr x) {
    return x ? pool_.substitute(x, [&](Expr y) { return y == e->args[0] ? e->args[1] : nullptr; })
             : nullptr;
  };
  const auto replace = [&](HostValue& v, auto& again) -> void {
    for (auto& [path, member] : v.members)
      again(member, again);
    if (v.kind == HostValue::Kind::pointer || v.items) return;
    v.e = replaced(v.e);
    v.divisor = replaced(v.divisor);
    for (Expr& axis : v.axes)
      axis = replaced(axis);
  };
  for (Var& v : state_.vars)
    replace(v.value, replace);
  for (auto& [name, v] : state_.globals)
    replace(v, replace);
}

// What two ways have in common where they meet.
void HostWalk::join(State other, const HostValue& cond) {
  for (std::size_t i = 0; i < std::min(state_.vars.size(), other.vars.size()); ++i)
    state_.vars[i].value = merged(cond, state_.vars[i], other.vars[i].value);
  std::erase_if(state_.globals, [&](const auto& g) {
    const auto it = other.globals.find(g.first);
    return it == other.globals.end() || it->second.e != g.second.e ||
           it->second.offset != g.second.offset;
  });
  const auto keep = [](std::vector<Expr>& here, const std::vector<Expr>& there) {
    std::erase_if(here, [&](Expr e) { return std::ranges::find(there, e) == there.end(); });
  };
  keep(state_.facts, other.facts);
  keep(state_.powers, other.powers);
}

// One axis of a dim3, as in `block.x = n`.
void HostWalk::forget_axis(const std::string& name, const std::string& axis) {
  const bool plain = std::ranges::all_of(state_.vars, [&](const Var& v) {
    return v.name != name || (!v.refers && v.value.kind == HostValue::Kind::dims);
  });
  if (!plain || !find(name)) return forget(name);
  for (Var& v : state_.vars)
    if (v.name == name)
      v.value.axes[axis_of(axis)] = fresh(make_integer(32, false), name + "." + axis, item_.loc).e;
}

// Every variable of that name that is in scope: which of them was meant is not looked up.
void HostWalk::forget(const std::string& name) {
  if (const std::size_t dot = name.find('.'); dot != std::string::npos)
    return forget_axis(name.substr(0, dot), name.substr(dot + 1));
  bool refers = false, local = false;
  for (Var& v : state_.vars)
    if (v.name == name) {
      v.value = fresh(v.type, name, item_.loc);
      refers = refers || v.refers;
      local = true;
    }
  state_.globals.erase(name);
  if (refers) return forget_reachable(true);
  if (local) return;
  for (Var& v : state_.vars) // a variable of the file, to which parameters may refer
    if (v.refers) v.value = fresh(v.type, v.name, item_.loc);
}

// Code that is not known ran, or something was stored through a pointer.
void HostWalk::forget_reachable(bool by_calls) {
  for (Var& v : state_.vars)
    if (escaping_.contains(v.name)) v.value = fresh(v.type, v.name, item_.loc);
  std::erase_if(state_.globals,
                [&](const auto& g) { return by_calls || effects_.address_taken(g.first); });
}

// The device has no address of what a reference parameter refers to, unless memory is shared.
void HostWalk::forget_shared() {
  const bool managed = effects_.has_managed_memory();
  for (Var& v : state_.vars)
    if (escaping_.contains(v.name) && (managed || !v.refers))
      v.value = fresh(v.type, v.name, item_.loc);
  std::erase_if(state_.globals, [&](const auto& g) { return effects_.address_taken(g.first); });
}

void HostWalk::apply(const HostEffects& effects) {
  for (const std::string& name : effects.assigned)
    forget(name);
  if (effects.calls || effects.stores || effects.writes)
    forget_reachable(effects.calls || effects.writes);
  if (effects.device) forget_shared();
}

void HostWalk::store(const ExprPtr& target, HostValue v) {
  if (const auto* name = std::get_if<NameExpr>(&target->node)) {
    const std::string plain = plain_name(name->name);
    Var* var = name->name.global ? nullptr : find(plain);
    if (var && !var->refers) {
      const HostValue converted = var->open ? HostValue{} : convert(v, var->type);
      var->value = converted.known() ? converted : fresh(var->type, plain, target->loc);
      return;
    }
    forget(plain);
    if (!var) {
      const HostValue global = eval_name(name->name, target->loc);
      if (global.known() && v.known()) state_.globals[plain] = convert(v, global.type);
    }
    return;
  }
  if (const auto* m = std::get_if<MemberExpr>(&target->node); m && !m->arrow) {
    if (store_member(*m, v, target->loc)) return;
    const auto* base = std::get_if<NameExpr>(&m->base->node);
    Var* var = base && base->name.parts.size() == 1 ? find(plain_name(base->name)) : nullptr;
    const std::size_t axis = axis_of(m->member.identifier);
    if (var && !var->open && var->value.kind == HostValue::Kind::dims && axis < 3) {
      HostValue x = convert(v, make_integer(32, false));
      if (!x.is_integer()) x = fresh(make_integer(32, false), var->name, target->loc);
      var->value.axes[axis] = x.e;
      return;
    }
  }
  HostEffects effects;
  effects.assigned = changed_by(target);
  effects.writes = true;
  apply(effects);
}

} // namespace heddle::cuda
