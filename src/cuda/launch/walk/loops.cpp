// Loops of the host: what holds whenever control comes to them.
#include "cuda/launch/captures.hpp"
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <bit>

namespace heddle::cuda {

namespace {

constexpr unsigned max_rounds = 16;

void differing(const HostValue& a, const HostValue& b, std::vector<Step>& path,
               const std::function<void()>& found) {
  if (a == b) return;
  if (a.kind != HostValue::Kind::record || b.kind != a.kind) return found();
  for (const auto& [step, v] : a.members) {
    const auto it = b.members.find(step);
    path.push_back(step);
    differing(v, it == b.members.end() ? HostValue{} : it->second, path, found);
    path.pop_back();
  }
}

// The part, to be changed; null: nothing is known of it.
HostValue* known_part(HostState& state, const Root& root, const std::vector<Step>& path) {
  if (!state.find(root, path)) return nullptr;
  HostValue* v = &state.edit(root);
  for (const Step& step : path)
    v = &v->members.at(step);
  return v;
}

void pointers(const HostValue& v, std::vector<const HostValue*>& to) {
  if (v.is_pointer()) to.push_back(&v);
  for (const auto& [step, member] : v.members)
    pointers(member, to);
}

} // namespace

// The state at the head of a loop, in any iteration: what the loop changes is open. For a pointer
// that may be another's the list says what it may be.
HostState HostWalk::loop_head(const HostState& entry,
                              const std::map<Leaf, std::vector<Expr>>& changed) {
  HostState head = entry;
  for (const auto& [leaf, bases] : changed) {
    HostValue* v = known_part(head, leaf.first, leaf.second);
    if (!v || !v->known()) continue;
    std::string name = name_of(leaf.first);
    for (const Step& step : leaf.second)
      name +=
          step.field ? "." + step.field->getNameAsString() : "[" + std::to_string(step.index) + "]";
    if (v->is_integer()) {
      const Type type = v->e->type;
      *v = number(pool_.symbol_ref(
          pool_.new_symbol({"host:" + name, type, Role::parameter, 0, {}, {}, loc_})));
    } else if (v->is_pointer()) {
      *v = fresh(ast_.VoidPtrTy, name, loc_);
      made_up_.insert(v->e);
      if (!bases.empty()) v->bases = chosen_[v->e] = bases;
    } else {
      *v = {};
    }
  }
  return head;
}

HostWalk::Pass HostWalk::walk_loop(const HostState& entry,
                                   const std::map<Leaf, std::vector<Expr>>& changed,
                                   const std::vector<std::function<void(HostState&)>>& known,
                                   const clang::Expr* cond, const clang::Expr* step,
                                   const clang::Stmt* body, const std::function<void()>& begin,
                                   bool tests_first, bool may_end) {
  Pass pass;
  pass.first = fresh(ast_.IntTy, "loop", loc_).e->id;
  const std::uint32_t since = std::exchange(made_since_, pass.first);
  pass.head = loop_head(entry, changed);
  for (const auto& add : known)
    add(pass.head);
  state_ = pass.head;
  Frame& frame = frames_.back();
  frame.breaks.clear();
  frame.continues.clear();
  begin();
  if (tests_first) pass.exit = test_loop(cond, may_end);
  exec(body);
  join_all(std::exchange(frames_.back().continues, {}));
  if (step) eval(step);
  if (!tests_first) pass.exit = test_loop(cond, may_end);
  const auto& ended = file_.locals(*body);
  end_life(ended, state_);
  end_life(ended, pass.exit);
  pass.end = state_;
  made_since_ = since;
  return pass;
}

// The condition, with its effects: state_ goes on where it holds, the result where it does not.
HostState HostWalk::test_loop(const clang::Expr* cond, bool may_end) {
  const Truth truth = cond ? test(cond) : Truth{};
  HostState exit = state_;
  add_fact(truth.if_true);
  std::swap(exit, state_);
  add_fact(truth.if_false);
  if (!cond && !may_end) state_.dead = true;
  std::swap(exit, state_);
  return exit;
}

// Bounds of a variable that each iteration steps by a constant.
void HostWalk::step_facts(const HostState& entry, const Pass& pass, const Leaf& leaf,
                          HostState& head) {
  const HostValue* a = entry.find(leaf.first, leaf.second);
  const HostValue* b = pass.head.find(leaf.first, leaf.second);
  const HostValue* c = pass.end.find(leaf.first, leaf.second);
  const HostValue* own = head.find(leaf.first, leaf.second);
  if (!a || !b || !c || !own || !a->is_integer() || !b->is_integer() || !c->is_integer() ||
      !own->is_integer())
    return;
  const Expr first = a->e, next = c->e, now = own->e;
  if (now->type != first->type || !now->type.is_int() || next->args.empty() ||
      next->args[0] != b->e)
    return;
  const auto by = next->args.size() == 2 ? constant_value(next->args[1]) : std::nullopt;
  if (!by) return;
  const auto add = [&](Expr fact) {
    if (!is_true(fact)) head.facts.push_back(fact);
  };
  const auto is_zero_or_power = [&] {
    if (is_power(first)) head.powers.push_back(now);
  };
  const Expr zero = pool_.constant(0, now->type);
  const auto start = constant_value(first);
  const bool scales = *by >= 1 && std::has_single_bit(static_cast<std::uint64_t>(*by));
  switch (next->op) {
  case Op::add:
    if (*by > 0) {
      add(pool_.le(first, now));
      if (*by > 1)
        add(pool_.eq(pool_.rem(pool_.sub(now, first), pool_.constant(*by, now->type)), zero));
    } else if (now->type.is_signed) {
      add(pool_.le(now, first));
    }
    return;
  case Op::sub:
    if (*by > 0 && now->type.is_signed) add(pool_.le(now, first));
    return;
  case Op::shl:
  case Op::mul:
    if (next->op == Op::shl || scales) is_zero_or_power();
    if (start && *start >= 0 && *by >= (next->op == Op::mul ? 1 : 0)) add(pool_.le(first, now));
    return;
  case Op::shr:
  case Op::div:
    if (next->op == Op::shr || scales) is_zero_or_power();
    if (*by >= (next->op == Op::div ? 1 : 0))
      add(pool_.implies(pool_.lt(zero, now), pool_.le(now, first)));
    return;
  default:
    return;
  }
}

namespace {

// Pointers of `state` that are, or may be, what another is.
bool is_shared(const HostState& state, const HostValue& v) {
  std::vector<const HostValue*> all;
  for (const auto& [root, value] : *state.vars)
    pointers(*value, all);
  unsigned same = 0;
  for (const HostValue* other : all)
    same += other->e == v.e || std::ranges::find(other->bases, v.e) != other->bases.end();
  return same > 1 || !v.bases.empty();
}

} // namespace

namespace {

// Has a member that the other does not have?
bool has_more(const HostValue& a, const HostValue& b) {
  if (a.kind != HostValue::Kind::record || b.kind != a.kind) return false;
  return std::ranges::any_of(a.members, [&](const auto& member) {
    const auto it = b.members.find(member.first);
    return it == b.members.end() ? member.second.known() : has_more(member.second, it->second);
  });
}

} // namespace

namespace {

// Are all members known, each a scalar?
bool is_whole(Root root, const HostValue& v) {
  const auto* variable = root.decl ? llvm::dyn_cast<clang::VarDecl>(root.decl) : nullptr;
  const auto* record = variable ? variable->getType()->getAsCXXRecordDecl() : nullptr;
  if (!record || !record->hasDefinition() || record->getNumBases() > 0) return false;
  return std::ranges::all_of(record->fields(), [&](const clang::FieldDecl* field) {
    const auto it = v.members.find({field, 0});
    return it != v.members.end() && it->second.known() &&
           it->second.kind != HostValue::Kind::record;
  });
}

} // namespace

// Nothing is known of it at the head; of no object: of what code elsewhere reaches; of the file: of
// all.
void HostWalk::open(HostState& base, const Root& root) {
  if (root == Root{}) {
    base.havoc = ++changes_;
  } else if (root == Root{ast_.getTranslationUnitDecl(), nullptr}) {
    base.everything = ++changes_;
  } else {
    if (const HostValue* v = base.find(root)) {
      const HostValue held = *v;
      std::swap(state_, base); // it is put there on the way to the loop
      put(held, {root, {}});
      std::swap(state_, base);
    }
    base.erase(root);
    base.changes.edit()[root] = ++changes_;
  }
}

// Places of the object that hold one pointer at the end of a pass may do so at the head, too.
void HostWalk::put_shared(const HostState& end, const Root& root) {
  const HostValue* object = end.find(root);
  if (!object) return;
  const Holders holders = holders_in(*end.vars);
  const std::function<void(const HostValue&, Leaf)> look = [&](const HostValue& v, Leaf at) {
    const auto is_shared = [&](Expr e) {
      const auto it = holders.find(e);
      return it != holders.end() && it->second > 1;
    };
    if (v.is_pointer() && std::ranges::any_of(bases_of(v), is_shared)) put(v, at);
    for (const auto& [step, member] : v.members) {
      Leaf inner = at;
      inner.second.push_back(step);
      look(member, std::move(inner));
    }
  };
  look(*object, {root, {}});
}

void HostWalk::load_in(HostState& state, const Place& p, clang::QualType type) {
  std::swap(state_, state);
  load(p, type, loc_);
  std::swap(state_, state);
}

// Of pointers that the pass has given others, what they have before the loop matters. Was that not
// known yet?
bool HostWalk::load_pointers(HostState& base, const Root& root, std::vector<Step>& path,
                             const HostValue& v) {
  bool is_new = false;
  if (is_of_rest(path)) return false;
  if (v.is_pointer() && (!path.empty() || root.pointer)) {
    if (const HostValue* known = base.find(root, path); known && known->known()) return false;
    load_in(base, {root, path, name_of(root)}, ast_.VoidPtrTy);
    return true;
  }
  for (const auto& [step, member] : v.members) {
    path.push_back(step);
    is_new = load_pointers(base, root, path, member) || is_new;
    path.pop_back();
  }
  return is_new;
}

// What was lost before the loop may have been found since, and stay so.
void HostWalk::lose(HostState& head) { head.lost = head.everything = ++changes_; }

// What the pass has changed is open at the head. Has anything more become so? state_ is the end of
// the pass.
bool HostWalk::settle(HostState& base, const Pass& pass, std::map<Leaf, std::vector<Expr>>& changed,
                      std::set<Root>& opened, bool& loses) {
  bool again = false;
  const auto open_once = [&](const Root& root) {
    if (!opened.insert(root).second) return;
    open(base, root);
    again = true;
  };
  if (pass.end.havoc != pass.head.havoc) open_once({});
  if (pass.end.everything != pass.head.everything)
    open_once({ast_.getTranslationUnitDecl(), nullptr});
  static const HostValue nothing;
  for (const Root& root : differing_roots(pass.head, pass.end)) {
    // behind a pointer that the pass has made: the next one makes another
    if (opened.contains(root) || (root.pointer && root.pointer->id >= pass.first)) continue;
    const HostValue *a = pass.head.find(root), *b = pass.end.find(root);
    const HostValue &x = a ? *a : nothing, &y = b ? *b : nothing;
    const bool same_version = version(pass.head, root).first == version(pass.end, root).first;
    std::vector<Step> path;
    const bool partly = x.kind == HostValue::Kind::record && y.kind == x.kind &&
                        ((!same_version && !is_whole(root, x)) ||
                         (has_more(y, x) && !is_initial(state_, root, path, y)));
    const bool lost = !x.known() && (!same_version || !is_initial(state_, root, path, y));
    if (!is_initial(state_, root, path, y) && load_pointers(base, root, path, y)) {
      again = true;
      continue;
    }
    const auto* variable = root.decl ? llvm::dyn_cast<clang::VarDecl>(root.decl) : nullptr;
    const bool is_scalar =
        variable && !variable->getType().isVolatileQualified() && // of which nothing is kept
        (type_of(variable->getType(), ast_) || variable->getType()->isPointerType());
    if (lost && is_scalar && !base.vars->contains(root)) { // what it has before the loop matters
      load_in(base, {root, {}, variable->getNameAsString()}, variable->getType());
      again = true;
      continue;
    }
    if (partly || lost || (x.known() && !y.known())) {
      std::erase_if(changed, [&](const auto& entry) { return entry.first.first == root; });
      if (!opened.contains(root)) put_shared(pass.end, root);
      open_once(root);
      continue;
    }
    if (x.known())
      differing(x, y, path, [&] { again = changed.try_emplace({root, path}).second || again; });
  }
  if (pass.end.lost == pass.head.lost || loses) return again;
  loses = true;
  lose(base);
  return true;
}

// Variables that no code changes are what they are, whatever else a loop does.
void HostWalk::keep_only_read(HostState& state) {
  Objects kept;
  for (const auto& entry : *state.vars)
    if (const auto* v = llvm::dyn_cast_or_null<clang::VarDecl>(entry.first.decl);
        v && is_only_read_once(*v))
      kept.insert(kept.end(), entry);
  state.vars = Shared(std::move(kept));
}

// Heads of pointers that the pass exchanges, and of which nobody else has one: those that differ
// before the loop always do.
std::set<Expr> HostWalk::exchanged_in(const Pass& pass,
                                      const std::map<Leaf, std::vector<Expr>>& changed) {
  std::map<Expr, Expr> from; // what a head is at the end, by what it is at the head
  for (const auto& [leaf, bases] : changed) {
    const HostValue* head = pass.head.find(leaf.first, leaf.second);
    const HostValue* end = pass.end.find(leaf.first, leaf.second);
    if (head && head->is_pointer() && end && end->is_pointer() && end->bases.empty())
      from[head->e] = end->e;
  }
  const Holders holders = holders_in(*pass.end.vars);
  const auto is_held_once = [&](Expr e) { return holders.at(e) == 1; };
  std::set<Expr> found;
  for (const auto& [head, end] : from) {
    std::vector<Expr> cycle{head};
    for (auto it = from.find(end);
         it != from.end() && it->first != head && cycle.size() < from.size();
         it = from.find(it->second))
      cycle.push_back(it->first);
    if (cycle.size() > 1 && from.at(cycle.back()) == head &&
        std::ranges::all_of(cycle, is_held_once))
      found.insert(cycle.begin(), cycle.end());
  }
  return found;
}

// Numbers that the pass exchanges, and that differ before the loop: so they do at each head.
std::vector<std::pair<HostWalk::Leaf, HostWalk::Leaf>>
HostWalk::exchanged_numbers(const HostState& base, const Pass& pass,
                            const std::map<Leaf, std::vector<Expr>>& changed) {
  const auto number_in = [](const HostState& s, const Leaf& leaf) -> Expr {
    const HostValue* v = s.find(leaf.first, leaf.second);
    return v && v->is_integer() ? v->e : nullptr;
  };
  std::map<Expr, Leaf> heads;
  for (const auto& [leaf, bases] : changed)
    if (Expr head = number_in(pass.head, leaf)) heads.emplace(head, leaf);
  std::vector<std::pair<Leaf, Leaf>> found;
  for (const auto& [head, leaf] : heads) {
    const Expr end = number_in(pass.end, leaf);
    const auto other = end ? heads.find(end) : heads.end();
    if (other == heads.end() || !(head->id < end->id) || number_in(pass.end, other->second) != head)
      continue;
    const Expr x = number_in(base, leaf), y = number_in(base, other->second);
    const auto distance =
        x && y && x->type == y->type ? constant_value(pool_.sub(x, y)) : std::nullopt;
    if (distance && *distance != 0) found.emplace_back(leaf, other->second);
  }
  return found;
}

// What a pointer may be at the head of any iteration, by what it is at that of this one: what it
// has before the loop, or what another one has at the head of the iteration before, and so on.
std::map<Expr, std::vector<Expr>>
HostWalk::handed_on_in(const HostState& base, const Pass& pass,
                       const std::map<Leaf, std::vector<Expr>>& changed) {
  std::map<Expr, std::vector<Expr>> found;
  if (pass.end.dead) return found;
  for (const auto& [leaf, bases] : changed)
    if (const HostValue* head = pass.head.find(leaf.first, leaf.second); head && head->is_pointer())
      for (const HostState* s : {&base, &pass.end})
        if (const HostValue* v = s->find(leaf.first, leaf.second);
            v && v->is_pointer() && is_shared(*s, *v))
          add_bases(*v, found[head->e]);
  for (Expr head : exchanged_in(pass, changed))
    found.erase(head);
  for (bool again = true; std::exchange(again, false);)
    for (const auto& [leaf, bases] : changed) {
      const HostValue* head = pass.head.find(leaf.first, leaf.second);
      const HostValue* end = pass.end.find(leaf.first, leaf.second);
      if (!head || !head->is_pointer() || !end || !end->is_pointer()) continue;
      std::vector<Expr>& to = found[head->e];
      const std::size_t before = to.size();
      for (Expr one : bases_of(*end))
        if (const auto it = found.find(one); it != found.end() && one != head->e)
          for (Expr e : std::vector<Expr>(it->second))
            add_base(e, to);
      again = again || to.size() != before;
    }
  return found;
}

void HostWalk::exec_loop(const clang::Expr* cond, const clang::Expr* step, const clang::Stmt* body,
                         const std::function<void()>& begin, bool tests_first, bool may_end) {
  if (state_.dead && !file_.has_labels(*frames_.back().function)) return;
  const HostState entry = state_;
  const bool was_silent = std::exchange(silent_, true);
  auto outer_breaks = std::exchange(frames_.back().breaks, {});
  auto outer_continues = std::exchange(frames_.back().continues, {});
  const std::size_t returned = frames_.back().returns.size();
  if (tests_first && !may_end && is_walked_by_turns(cond, step, *body)) {
    silent_ = was_silent;
    if (run_turns(cond, step, body, begin)) {
      frames_.back().breaks = std::move(outer_breaks);
      frames_.back().continues = std::move(outer_continues);
      return;
    }
    silent_ = true;
  }
  std::map<Leaf, std::vector<Expr>> changed;
  std::set<Root> opened;
  HostState base = entry;
  Loops::Changes& before = frames_.back().known->changes[body];
  for (const Leaf& leaf : before.leaves)
    changed[leaf];
  for (const Root& root : opened = before.opened)
    open(base, root);
  bool loses = before.loses;
  if (loses) lose(base);
  Pass pass;
  bool settled = true;
  // nothing is known yet of what it changes: everything is as it is when it is entered
  const bool was_first = in_first_turn_;
  in_first_turn_ = (!was_silent || was_first) && changed.empty() && opened.empty();
  for (unsigned round = 0;; ++round) {
    frames_.back().returns.resize(returned);
    pass = walk_loop(base, changed, {}, cond, step, body, begin, tests_first, may_end);
    in_first_turn_ = false;
    const std::size_t reachable = base.reachable->size();
    base.make_reachable(*pass.end.reachable);
    const bool more = base.reachable->size() > reachable; // for code elsewhere to change
    if (pass.end.dead || (!settle(base, pass, changed, opened, loses) && !more)) break;
    if (round == max_rounds) {
      keep_only_read(base);
      lose(base);
      changed.clear();
      settled = false;
      break;
    }
  }
  // what is behind a pointer that the pass around this loop has made, its next one makes anew
  const auto is_kept = [&](const Root& root) {
    return made_since_ == 0 || !root.pointer || root.pointer->id < made_since_;
  };
  for (const auto& [leaf, bases] : changed)
    if (is_kept(leaf.first)) before.leaves.insert(leaf);
  before.opened.clear();
  std::ranges::copy_if(opened, std::inserter(before.opened, before.opened.end()), is_kept);
  before.loses = loses;
  std::vector<std::function<void(HostState&)>> known;
  bool shares = false;
  const std::map<Expr, std::vector<Expr>> handed_on = handed_on_in(base, pass, changed);
  for (auto& [leaf, bases] : changed) {
    for (const HostState* s : {&std::as_const(base), &std::as_const(pass.end)})
      if (const HostValue* v = s->find(leaf.first, leaf.second);
          v && v->is_pointer() && !pass.end.dead) {
        if (is_shared(*s, *v)) add_bases(*v, bases);
        if (const auto it = handed_on.find(v->e); s == &pass.end && it != handed_on.end())
          for (Expr e : it->second)
            add_base(e, bases);
        shares = shares || !bases.empty();
      }
    if (!pass.end.dead)
      known.push_back([&, leaf = leaf](HostState& head) { step_facts(base, pass, leaf, head); });
  }
  if (!pass.end.dead)
    for (const auto& [a, b] : exchanged_numbers(base, pass, changed))
      known.push_back([this, a = a, b = b](HostState& head) {
        const HostValue* x = head.find(a.first, a.second);
        const HostValue* y = head.find(b.first, b.second);
        if (x && y && x->is_integer() && y->is_integer() && x->e->type == y->e->type)
          head.facts.push_back(pool_.ne(x->e, y->e));
      });
  silent_ = was_silent;
  in_first_turn_ = was_first;
  // where no launch counts, what the facts add for them may be left out
  if (!was_silent || shares || !settled) {
    frames_.back().returns.resize(returned);
    pass = walk_loop(base, changed, known, cond, step, body, begin, tests_first, may_end);
  }
  state_ = std::move(pass.exit);
  state_.make_reachable(*pass.end.reachable);
  join_all(std::exchange(frames_.back().breaks, std::move(outer_breaks)));
  frames_.back().continues = std::move(outer_continues);
}

bool HostWalk::is_never_true(const clang::Expr& cond) const {
  bool value = true;
  return !cond.isValueDependent() && !cond.containsErrors() &&
         cond.EvaluateAsBooleanCondition(value, ast_) && !value;
}

// do { .. } while (0), which makes a macro one statement: nothing comes back to its head.
void HostWalk::exec_once(const clang::Stmt* body) {
  auto outer_breaks = std::exchange(frames_.back().breaks, {});
  auto outer_continues = std::exchange(frames_.back().continues, {});
  exec(body);
  join_all(std::exchange(frames_.back().breaks, std::move(outer_breaks)));
  join_all(std::exchange(frames_.back().continues, std::move(outer_continues)));
  end_life(file_.locals(*body), state_);
}

void HostWalk::exec_range_for(const clang::CXXForRangeStmt& s) {
  exec(s.getInit());
  const clang::Expr* range = s.getRangeInit();
  const clang::VarDecl& var = *s.getLoopVariable();
  if (range->containsErrors() || range->isTypeDependent() || does_not_compile(*range))
    eval_error(*range);
  const bool own = !range->getType().isNull() && range->getType()->getAsCXXRecordDecl() &&
                   !file_.is_library(*range->getType()->getAsCXXRecordDecl());
  const auto array =
      !range->HasSideEffects(ast_) && range->getType()->isArrayType() ? place(range) : std::nullopt;
  if (!array) eval(range);
  const clang::QualType held =
      array || has_effects(*range) ? clang::QualType() : held_by(range->getType());
  const bool refers =
      var.getType()->isReferenceType() && !var.getType().getNonReferenceType().isConstQualified();
  if (refers) {
    forget_named(range);
  }
  const auto begin = [&] {
    const Root root{&var, nullptr};
    forget(root);
    erase_from(state_.refs, &var);
    if (own) havoc_reachable(); // its iterators
    if (file_.kept(*frames_.back().function).contains(&var)) make_reachable(root);
    const clang::QualType type = var.getType().getNonReferenceType();
    const auto container = held.isNull() ? std::nullopt : place(range);
    if (const auto one = container ? any_of_container(*container, held) : std::nullopt) {
      if (var.getType()->isReferenceType())
        state_.refs.edit()[&var] = *one;
      else if (HostValue copy = load(*one, type, loc_); copy.known())
        state_.set(root, std::move(copy));
      return;
    }
    if (auto one = type->isPointerType() && !refers ? element_in_range(*range) : std::nullopt) {
      state_.set(root, std::move(*one));
      return;
    }
    if (const auto* elements = array ? ast_.getAsArrayType(range->getType()) : nullptr;
        elements && refers && elements->getElementType()->isPointerType()) {
      if (const auto one = any_of_container(*array, elements->getElementType()))
        state_.refs.edit()[&var] = *one;
      return;
    }
    const HostValue v = fresh(type, var.getNameAsString(), file_.unit.loc(var.getLocation()));
    const auto* list = array ? ast_.getAsConstantArrayType(range->getType()) : nullptr;
    if (!v.is_integer() || !list || refers || list->getSize().getZExtValue() > 64) return;
    std::vector<Expr> any;
    for (std::uint64_t i = 0; i < list->getSize().getZExtValue(); ++i) {
      Place item = *array;
      item.path.push_back({nullptr, static_cast<std::int64_t>(i)});
      const HostValue x = convert(load(item, list->getElementType(), loc_), type);
      if (!x.is_integer() || x.e->op != Op::constant) return;
      any.push_back(pool_.eq(v.e, x.e));
    }
    state_.set(root, v);
    add_fact(pool_.any(any));
  };
  exec_loop(nullptr, nullptr, s.getBody(), begin, true, true);
}

} // namespace heddle::cuda
