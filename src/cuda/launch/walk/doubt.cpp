// What pointers may be of which it is not known any more what they are.
#include "cuda/launch/captures.hpp"
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

namespace heddle::cuda {

namespace {

constexpr std::size_t few_held = 8; // values that may be there still

} // namespace

// How many pointers are, or may be, each.
HostWalk::Holders HostWalk::holders_in(const Objects& objects) {
  Holders found;
  const std::function<void(const HostValue&)> look = [&](const HostValue& v) {
    if (v.is_pointer())
      for (Expr e : bases_of(v))
        ++found[e];
    for (const auto& [step, member] : v.members)
      look(member);
  };
  for (const auto& [root, value] : objects)
    look(*value);
  return found;
}

// A value that may have been replaced by any. For numbers nothing is known then; a pointer may
// still be the one that it was, which other names may hold as well: of what nobody else holds it
// makes no difference.
HostValue HostWalk::perhaps(const HostValue& before, const Holders& holders, bool by_any) {
  if (before.is_pointer()) {
    HostValue v = fresh(ast_.VoidPtrTy, "pointer", loc_);
    made_up_.insert(v.e);
    for (Expr e : bases_of(before))
      if (const auto it = holders.find(e);
          !made_up_.contains(e) || (it != holders.end() && it->second > 1))
        add_base(e, v.bases);
    chosen_[v.e] = v.bases;
    v.taken = before.taken;
    return by_any ? anything(std::move(v)) : v;
  }
  HostValue v;
  for (const auto& [step, member] : before.members)
    if (HostValue part = perhaps(member, holders, by_any); part.known()) {
      v.kind = HostValue::Kind::record;
      v.members.emplace(step, std::move(part));
    }
  return v;
}

// After a change that may be one of these objects. `by_any`: to any value that there is.
void HostWalk::doubt(const Objects& before, bool by_any) {
  Holders holders = holders_in(before);
  for (const auto& [e, count] : holders_in(*state_.vars))
    holders[e] += count;
  for (const auto& [root, value] : before)
    if (!state_.vars->contains(root))
      if (HostValue v = perhaps(*value, holders, by_any); v.known()) state_.set(root, std::move(v));
}

// May it have any value that code elsewhere has given it?
bool HostWalk::is_lost(const Root& root) {
  const auto it = state_.changes->find(root);
  if (state_.lost == 0 || (it != state_.changes->end() && it->second > state_.lost)) return false;
  const auto* v = llvm::dyn_cast_or_null<clang::VarDecl>(root.decl);
  return !v || !is_only_read_once(*v);
}
bool HostWalk::is_only_read_once(const clang::VarDecl& v) {
  const auto [it, is_new] = only_read_.try_emplace(&v);
  if (is_new) it->second = is_only_read(v, file_);
  return it->second;
}

// What objects of a kind held they may hold still.
void HostWalk::doubt_where(const std::function<bool(const Root&)>& is_of_kind) {
  Objects before;
  for (const auto& entry : *state_.vars)
    if (is_of_kind(entry.first)) before.insert(entry);
  for (const auto& [root, value] : before)
    forget(root);
  doubt(before);
}

// Where nothing else is known, pointers may be there what they are in v.
void HostWalk::put(const HostValue& v, Leaf at) {
  if (v.is_pointer()) {
    ++changes_;
    for (Expr e : is_of_rest(at.second) ? v.bases : bases_of(v)) // of which it is not one itself
      note_put(e, put_[at]);
  }
  for (const auto& [step, member] : v.members) {
    at.second.push_back(step);
    put(member, at);
    at.second.pop_back();
  }
}

// Any element, or member of one, of the variable may hold it from here on.
void HostWalk::put_somewhere(const clang::Expr* target, const HostValue& v) {
  const clang::VarDecl* of = v.is_pointer() ? base_variable(target) : nullptr;
  if (!of) return;
  const Root root = root_of(*of->getCanonicalDecl());
  put(v, {root, {}});
  const std::function<void(HostValue&)> add = [&](HostValue& part) {
    if (part.is_pointer()) {
      add_bases(v, part.bases);
      chosen_[part.e] = part.bases;
    }
    for (auto& [step, member] : part.members)
      add(member);
  };
  if (state_.vars->contains(root)) add(state_.edit(root));
}

// v, which may be any of these pointers. Of many, what code elsewhere gave and nobody else holds
// makes no difference.
HostValue HostWalk::chosen_from_held(HostValue v, const std::vector<HostValue>& pointers) {
  std::set<Expr> all;
  for (const HostValue& one : pointers)
    for (Expr e : bases_of(one))
      all.insert(e);
  if (all.size() <= few_held) return pointers.empty() ? v : chosen_from(std::move(v), pointers);
  const Holders holders = holders_in(*std::as_const(state_.vars));
  for (const HostValue& one : pointers)
    for (Expr e : bases_of(one))
      if (!made_up_.contains(e) || holders.contains(e)) add_base(e, v.bases);
  chosen_[v.e] = v.bases;
  return v;
}

} // namespace heddle::cuda
