// Where ways of control meet: what holds on both.
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::size_t max_left_out = 64; // of the others it is not known any more

// n == 1 and n == 2, or one of n == 2, n == 3: both do not hold.
bool exclude_by_value(Expr a, Expr b) {
  const auto all_parts = [](Expr e, const auto& holds) {
    return e->op == Op::logical_or ? std::ranges::all_of(e->args, holds) : holds(e);
  };
  return all_parts(a, [&](Expr x) {
    return all_parts(b, [&](Expr y) {
      return x->op == Op::eq && y->op == Op::eq && x->args[0] == y->args[0] &&
             x->args[1]->op == Op::constant && y->args[1]->op == Op::constant &&
             x->args[1] != y->args[1];
    });
  });
}

// Those that the other list does not have.
std::vector<Expr> without(const std::vector<Expr>& list, const std::vector<Expr>& other) {
  const auto from = std::ranges::mismatch(list, other).in1;
  std::vector<Expr> own;
  std::copy_if(from, list.end(), std::back_inserter(own),
               [&](Expr e) { return std::ranges::find(other, e) == other.end(); });
  return own;
}

// Calls `found` with each key that the maps do not have the same at.
template <class Map, class Same, class Found>
void differing_keys(const Map& a, const Map& b, const Same& same, const Found& found) {
  auto x = a.begin();
  auto y = b.begin();
  while (x != a.end() || y != b.end()) {
    const bool in_a = x != a.end() && (y == b.end() || !(y->first < x->first));
    const bool in_b = y != b.end() && (x == a.end() || !(x->first < y->first));
    if (!in_a || !in_b || !same(x->second, y->second)) found(in_a ? x->first : y->first);
    if (in_a) ++x;
    if (in_b) ++y;
  }
}

} // namespace

bool HostState::is_never() const { return dead || std::ranges::any_of(facts, is_false); }

void HostState::leave_out(unsigned after, unsigned last) {
  if (after == last) return;
  auto& list = elsewhere.edit();
  if (list.size() == max_left_out) list.erase(list.begin());
  list.emplace_back(after, last);
}

bool HostState::has_left_out(unsigned change) const {
  return std::ranges::any_of(
      *elsewhere, [&](const auto& part) { return part.first < change && change <= part.second; });
}

std::vector<Root> differing_roots(const HostState& a, const HostState& b) {
  std::vector<Root> roots;
  const bool all_changed = a.everything != b.everything;
  const auto add = [&](const Root& root) { roots.push_back(root); };
  if (all_changed || !a.vars.is(b.vars))
    differing_keys(
        *a.vars, *b.vars, [&](const auto& x, const auto& y) { return !all_changed && x.is(y); },
        add);
  if (all_changed || !a.changes.is(b.changes))
    differing_keys(
        *a.changes, *b.changes, [&](unsigned x, unsigned y) { return !all_changed && x == y; },
        add);
  std::ranges::sort(roots);
  const auto same = std::ranges::unique(roots);
  roots.erase(same.begin(), same.end());
  return roots;
}

// A condition that holds on the way of `a` and not on that of `b`, with what is known there
// instead; null: none is known.
std::pair<Expr, Expr> HostWalk::telling_apart(const HostState& a, const HostState& b) {
  const std::vector<Expr> of_a = without(a.facts, b.facts), of_b = without(b.facts, a.facts);
  const auto is_false_by = [&](const std::vector<Expr>& facts, Expr e) {
    const auto is_denied = [&](Expr x) {
      return std::ranges::find(facts, pool_.logical_not(x)) != facts.end();
    };
    return is_denied(e) || (e->op == Op::logical_or && std::ranges::all_of(e->args, is_denied));
  };
  for (Expr e : of_a)
    if (is_false_by(b.facts, e)) return {e, nullptr};
  for (Expr e : of_b)
    if (is_false_by(a.facts, e)) return {pool_.logical_not(e), nullptr};
  for (Expr e : of_a)
    for (Expr other : b.facts)
      if (exclude_by_value(e, other)) return {e, other};
  for (Expr other : of_b)
    for (Expr e : a.facts)
      if (exclude_by_value(e, other)) return {e, other};
  return {nullptr, nullptr};
}

HostValue HostWalk::joined(const HostValue& a, const HostValue& b, Expr cond,
                           const std::string& name) {
  if (a == b) return a;
  if (a.kind != b.kind) return {};
  if (a.kind == HostValue::Kind::record) {
    HostValue r = a;
    std::erase_if(r.members, [&](const auto& member) { return !b.members.contains(member.first); });
    for (auto& [step, v] : r.members) {
      const std::string part =
          step.field ? step.field->getNameAsString() : std::to_string(step.index);
      v = joined(v, b.members.at(step), cond, name + "." + part);
    }
    std::erase_if(r.members, [](const auto& member) { return !member.second.known(); });
    return r;
  }
  if (a.is_pointer()) return one_of(a, b);
  if (a.is_integer() && cond) {
    if (HostValue v = choose(cond, a, b); v.known()) return v;
  }
  if (!a.is_integer() || a.e->type != b.e->type) return {};
  return number(pool_.symbol_ref(
      pool_.new_symbol({"host:" + name, a.e->type, Role::parameter, 0, {}, {}, loc_})));
}

// Pointers of an object that one way alone knows: what it has had from the start, and was given.
void HostWalk::know_apart(const HostState& state, const HostState& other, const Root& root,
                          std::vector<Step>& path, const HostValue& v, const HostValue& others,
                          KnownApart& to) const {
  if (v.kind != HostValue::Kind::record) {
    if (others.known() || !v.is_pointer()) return;
    const bool is_same = version(state, root) == version(other, root);
    auto& list = is_same && is_initial(state, root, path, v) ? to.initial : to.given;
    list.emplace_back(Leaf{root, path}, v);
    return;
  }
  if (others.known() && others.kind != v.kind) return;
  for (const auto& [step, member] : v.members) {
    const auto it = others.members.find(step);
    path.push_back(step);
    know_apart(state, other, root, path, member,
               it == others.members.end() ? HostValue{} : it->second, to);
    path.pop_back();
  }
}

HostWalk::KnownApart HostWalk::known_apart(const HostState& other,
                                           const std::vector<Root>& roots) const {
  static const HostValue nothing;
  KnownApart found;
  for (const Root& root : roots) {
    const HostValue *a = state_.find(root), *b = other.find(root);
    std::vector<Step> path;
    know_apart(state_, other, root, path, a ? *a : nothing, b ? *b : nothing, found);
    know_apart(other, state_, root, path, b ? *b : nothing, a ? *a : nothing, found);
  }
  return found;
}

// Where `if (c) s.p = s.q;` ends s.p may be s.q, or what nobody knows; s.q is what it was. Else the
// next look at them would find two pointers of which nothing is known.
void HostWalk::keep_pointers(const KnownApart& known, const Holders& holders) {
  const auto keep = [&](const Leaf& leaf, const HostValue& v) {
    HostValue* at = &state_.edit(leaf.first);
    for (const Step& step : leaf.second) {
      if (at->known() && at->kind != HostValue::Kind::record) return;
      at->kind = HostValue::Kind::record;
      at = &at->members[step];
    }
    if (!at->known()) *at = v;
  };
  for (const auto& [leaf, v] : known.initial)
    keep(leaf, v);
  for (const auto& [leaf, v] : known.given)
    keep(leaf, perhaps(v, holders, false));
}

// What is known of one object, in state_.
void HostWalk::join_root(const Root& root, const HostState& other, Expr cond) {
  static const HostValue nothing;
  const HostValue *a = state_.find(root), *b = other.find(root);
  const HostValue &x = a ? *a : nothing, &y = b ? *b : nothing;
  bool lost = version(state_, root).first != version(other, root).first;
  std::vector<Step> path;
  if (x.known() != y.known()) {
    lost = lost || !is_initial(x.known() ? state_ : other, root, path, x.known() ? x : y);
    state_.erase(root);
  } else if (!x.known()) {
    state_.erase(root);
  } else if (!(x == y)) {
    HostValue merged = joined(x, y, cond, name_of(root));
    const bool record = x.kind == HostValue::Kind::record && y.kind == x.kind;
    lost = lost || !record ||
           !(is_initial(state_, root, path, x) && is_initial(state_, root, path, y));
    if (merged.known())
      state_.set(root, std::move(merged));
    else
      state_.erase(root);
  }
  if (lost) state_.changes.edit()[root] = ++changes_;
}

void HostWalk::join(HostState other) {
  if (other.is_never()) {
    state_.make_reachable(*other.reachable);
    return;
  }
  if (state_.is_never()) {
    other.make_reachable(*state_.reachable);
    state_ = std::move(other);
    return;
  }
  const auto [cond, instead] = telling_apart(state_, other);
  const unsigned havoc = state_.havoc == other.havoc ? state_.havoc : ++changes_;
  // In the order of the roots, as new numbers and names are. Most roots are the same on both ways:
  // they stay as they are.
  const std::vector<Root> roots = differing_roots(state_, other);
  const KnownApart one_way = known_apart(other, roots);
  Holders holders;
  if (!one_way.given.empty())
    for (const HostState* s : {&std::as_const(state_), &std::as_const(other)})
      for (const auto& [e, count] : holders_in(*s->vars))
        holders[e] += count;
  for (const Root& root : roots)
    join_root(root, other, cond);
  keep_pointers(one_way, holders);
  if (state_.everything != other.everything) state_.everything = ++changes_;
  state_.havoc = havoc;
  state_.lost = std::max(state_.lost, other.lost);
  if (!state_.elsewhere.is(other.elsewhere))
    std::erase_if(state_.elsewhere.edit(), [&](const auto& part) {
      return std::ranges::find(*other.elsewhere, part) == other.elsewhere->end();
    });
  state_.make_reachable(*other.reachable);
  join_references(other);
  const auto missing = [](const std::vector<Expr>& list) {
    return [&list](Expr e) { return std::ranges::find(list, e) == list.end(); };
  };
  std::erase_if(state_.facts, missing(other.facts));
  if (instead) add_fact(pool_.logical_or(cond, instead));
  std::erase_if(state_.powers, missing(other.powers));
}

void HostWalk::join_all(std::vector<HostState> others) {
  for (HostState& other : others)
    join(std::move(other));
}

void HostWalk::join_references(const HostState& other) {
  if (state_.refs.is(other.refs)) return;
  std::erase_if(state_.refs.edit(), [&](const auto& entry) {
    const auto it = other.refs->find(entry.first);
    if (it != other.refs->end() && it->second.root == entry.second.root &&
        it->second.path == entry.second.path)
      return false;
    make_reachable(entry.second.root);
    if (it != other.refs->end()) make_reachable(it->second.root);
    return true;
  });
}

std::string HostWalk::name_of(Root root) const {
  const auto* named = root.decl ? llvm::dyn_cast<clang::NamedDecl>(root.decl) : nullptr;
  return named && !llvm::isa<clang::FunctionDecl>(named) ? named->getNameAsString() : "value";
}

} // namespace heddle::cuda
