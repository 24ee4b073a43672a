#include "barrier/extract_walk.hpp"

#include "protocol/infer_nodes.hpp"
#include "protocol/loops.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::barrier {

namespace {

using protocol::make_node;
using protocol::Node;

constexpr std::uint32_t warp_size = 32;
constexpr std::int64_t max_unrolled = 64;
constexpr std::size_t max_table = 4096;
constexpr std::size_t max_operations = 20'000;

} // namespace

WarpProgram Walk::run(std::uint32_t warp) {
  const std::uint32_t first = warp * warp_size;
  const std::uint32_t last = std::min(first + warp_size, threads_.count());
  all_.resize(last - first);
  std::iota(all_.begin(), all_.end(), first);
  lanes_ = all_;
  program_ = {};
  program_.sections.emplace_back();
  iteration_ = pool_.constant(0, Type::i64());
  walk(protocol_.root);
  return std::move(program_);
}

Expr Walk::binder() const {
  if (flat_) return flat_->count;
  const protocol::Loop* loop = program_.sections.back().loop;
  return loop ? pool_.symbol_ref(loop->binder) : nullptr;
}

Expr Walk::counted(Expr e) { return flat_ ? in_count(pool_, e, *flat_, prover_) : e; }

bool Walk::varies(Expr e) {
  if (flat_) return protocol::mentions(e, flat_->outer) || protocol::mentions(e, flat_->inner);
  Expr k = binder();
  return k && protocol::mentions(e, k);
}

bool Walk::has_operation(const NodePtr& node) {
  if (!node) return false;
  if (auto it = has_operation_.find(node.get()); it != has_operation_.end()) return it->second;
  bool found = std::holds_alternative<protocol::NamedBarrier>(node->node) ||
               std::holds_alternative<protocol::Mbarrier>(node->node);
  if (const auto* barrier = std::get_if<protocol::Barrier>(&node->node))
    found = barrier->scope >= Scope::block;
  else if (const auto* seq = std::get_if<protocol::Seq>(&node->node))
    found = std::ranges::any_of(seq->parts, [&](const NodePtr& p) { return has_operation(p); });
  else if (const auto* branch = std::get_if<protocol::If>(&node->node))
    found = has_operation(branch->then_part) || has_operation(branch->else_part);
  else if (const auto* loop = std::get_if<protocol::Loop>(&node->node))
    found = has_operation(loop->body);
  has_operation_.emplace(node.get(), found);
  return found;
}

void Walk::walk(const NodePtr& node) {
  if (!node || lanes_.empty()) return;
  if (!has_operation(node)) return place(node);
  std::visit([&](const auto& n) { visit(node, n); }, node->node);
}

// The accesses below `node` stand behind the operations so far.
void Walk::place(const NodePtr& node) {
  const auto section = static_cast<std::uint32_t>(program_.sections.size() - 1);
  const auto index = static_cast<std::uint32_t>(program_.sections.back().operations.size());
  NodePtr tree = node;
  for (auto it = around_.rbegin(); it != around_.rend(); ++it) {
    if (it->loop) {
      protocol::Loop copy = *it->loop;
      copy.body = std::move(tree);
      tree = make_node(std::move(copy));
    } else {
      tree = protocol::make_if(pool_, it->cond, std::move(tree), nullptr, {}, nullptr);
    }
    if (!tree) return;
  }
  program_.standing.emplace_back(section, index, node.get());
  auto& segments = program_.segments;
  if (segments.empty() || segments.back().section != section || segments.back().index != index ||
      segments.back().iteration != iteration_)
    segments.push_back({section, index, iteration_, {}});
  segments.back().accesses.push_back(std::move(tree));
}

Expr Walk::value(Expr e, std::uint32_t thread) {
  e = threads_.at(e, thread);
  if (unrolled_.empty()) return e;
  return pool_.substitute(e, [&](Expr leaf) -> Expr {
    for (const auto& [k, v] : unrolled_)
      if (k == leaf) return v;
    return nullptr;
  });
}

// The value of `e` where all threads that walk here have the same.
Expr Walk::common(Expr e, const char* what, Loc loc) {
  Expr first = value(e, lanes_.front());
  for (std::uint32_t t : lanes_)
    if (value(e, t) != first)
      throw NotUnderstood(std::string(what) + " '" + to_string(pool_, e) +
                              "' may differ between the threads of a warp",
                          loc);
  return first;
}

bool Walk::decided(Expr cond, Loc loc) {
  if (cond->op == Op::constant) return cond->value != 0;
  for (const auto& [known, holds] : decisions_) {
    if (known == cond) return holds;
    if (known == pool_.logical_not(cond)) return !holds;
  }
  const bool iterates = std::ranges::any_of(atoms(cond), [&](Expr a) {
    return a->op == Op::symbol && pool_.symbol(a).role == heddle::Role::binder;
  });
  if (iterates || !threads_.uniform(cond))
    throw NotUnderstood("the condition '" + to_string(pool_, cond) +
                            "' around a barrier depends on values that are not known",
                        loc);
  throw Split{cond->op == Op::logical_not ? cond->args[0] : cond};
}

void Walk::visit(const NodePtr&, const protocol::Seq& s) {
  for (const NodePtr& part : s.parts)
    walk(part);
}

void Walk::visit(const NodePtr&, const protocol::If& b) {
  Expr negated = pool_.logical_not(b.cond);
  Expr first = value(b.cond, lanes_.front());
  Lanes yes, no;
  bool same = true;
  for (std::uint32_t t : lanes_) {
    Expr mine = value(b.cond, t);
    same = same && mine == first;
    if (mine->op == Op::constant) (mine->value ? yes : no).push_back(t);
  }
  if (yes.size() + no.size() == lanes_.size()) { // threads alone decide
    branch(nullptr, b.cond, b.then_part, std::move(yes));
    branch(nullptr, negated, b.else_part, std::move(no));
    return;
  }
  if (!same)
    throw NotUnderstood("the condition '" + to_string(pool_, b.cond) +
                            "' around a barrier may differ between the threads of a warp",
                        b.loc);
  if (varies(first)) {
    first = counted(first);
    branch(first, b.cond, b.then_part, lanes_);
    branch(pool_.logical_not(first), negated, b.else_part, lanes_);
  } else if (decided(first, b.loc)) {
    branch(nullptr, b.cond, b.then_part, lanes_);
  } else {
    branch(nullptr, negated, b.else_part, lanes_);
  }
}

// `guard`: on the iteration, nullptr: none.
void Walk::branch(Expr guard, Expr around, const NodePtr& part, Lanes lanes) {
  if (!part || lanes.empty()) return;
  std::swap(lanes, lanes_);
  around_.push_back({around, nullptr});
  if (guard) guards_.push_back(guard);
  walk(part);
  if (guard) guards_.pop_back();
  around_.pop_back();
  std::swap(lanes, lanes_);
}

Expr Walk::trips_of(const protocol::Loop& l) {
  if (!l.exact) throw NotUnderstood("a loop around barriers that may be left early", l.loc);
  Expr cond = common(l.cond, "how often a loop around barriers runs:", l.loc);
  if (!threads_.uniform(cond))
    throw NotUnderstood("how often a loop around barriers runs ('" + to_string(pool_, cond) +
                            "') depends on values that are not known",
                        l.loc);
  if (is_false(cond)) return pool_.constant(0, Type::i64());
  return trip_count(pool_, cond, pool_.symbol_ref(l.binder), l.loc, prover_);
}

void Walk::visit(const NodePtr&, const protocol::Loop& l) {
  Expr trips = trips_of(l);
  const auto constant = constant_value(trips);
  if (constant && *constant <= max_unrolled) return unroll(l, *constant);
  if (binder()) throw NotUnderstood("a loop with barriers inside a loop with barriers", l.loc);
  if (const protocol::Loop* inner = only_inner_loop(l)) return flatten(l, trips, *inner);
  program_.sections.push_back({&l, trips, {}});
  iteration_ = pool_.cast(binder(), Type::i64());
  around_.push_back({nullptr, &l});
  walk(l.body);
  around_.pop_back();
  iteration_ = pool_.constant(0, Type::i64());
  program_.sections.emplace_back();
}

// The loop in which all operations of the body of `l` are; nullptr: there is none.
const protocol::Loop* Walk::only_inner_loop(const protocol::Loop& l) {
  const protocol::Loop* found = std::get_if<protocol::Loop>(&l.body->node);
  if (const auto* seq = std::get_if<protocol::Seq>(&l.body->node))
    for (const NodePtr& part : seq->parts) {
      if (!has_operation(part)) continue;
      if (found) return nullptr;
      found = std::get_if<protocol::Loop>(&part->node);
      if (!found) return nullptr;
    }
  if (!found) return nullptr;
  const auto constant = constant_value(trips_of(*found)); // then it is unrolled
  return constant && *constant <= max_unrolled ? nullptr : found;
}

// theory.md section 4, step 8: nothing but the inner loop has operations.
void Walk::flatten(const protocol::Loop& outer, Expr outer_trips, const protocol::Loop& inner) {
  Expr t = pool_.symbol_ref(outer.binder), k = pool_.symbol_ref(inner.binder);
  Expr inner_trips = trips_of(inner), zero = pool_.constant(0, Type::i64());
  if (protocol::mentions(inner_trips, t))
    throw NotUnderstood("a loop with barriers that runs a different number of times in each "
                        "iteration of the loop around it",
                        inner.loc);
  around_.push_back({nullptr, &outer});
  if (decided(pool_.lt(zero, inner_trips), inner.loc)) {
    const SymbolId count = pool_.new_symbol(
        {"iteration", Type::i64(), heddle::Role::fresh, 0, 0, std::nullopt, outer.loc});
    flat_ = Flattened{t, k, outer_trips, inner_trips, pool_.symbol_ref(count)};
    program_.sections.push_back({nullptr, pool_.mul(outer_trips, inner_trips), {}});
    walk_flattened(outer, inner);
    flat_.reset();
    program_.sections.emplace_back();
  } else {
    place(outer.body);
  }
  around_.pop_back();
  iteration_ = zero;
}

// What stands before the inner loop comes before the operations of its first iteration, what stands
// behind it after those of its last.
void Walk::walk_flattened(const protocol::Loop& outer, const protocol::Loop& inner) {
  Expr begin = pool_.mul(pool_.cast(flat_->outer, Type::i64()), flat_->inner_trips);
  iteration_ = begin;
  const auto* seq = std::get_if<protocol::Seq>(&outer.body->node);
  for (const NodePtr& part : seq ? seq->parts : std::vector<NodePtr>{outer.body}) {
    if (!has_operation(part)) {
      place(part);
      continue;
    }
    iteration_ = pool_.add(begin, pool_.cast(flat_->inner, Type::i64()));
    around_.push_back({nullptr, &inner});
    walk(inner.body);
    around_.pop_back();
    iteration_ = pool_.add(begin, pool_.sub(flat_->inner_trips, pool_.constant(1, Type::i64())));
  }
}

void Walk::unroll(const protocol::Loop& l, std::int64_t trips) {
  Expr k = pool_.symbol_ref(l.binder);
  around_.push_back({nullptr, &l});
  for (std::int64_t i = 0; i < trips; ++i) {
    Expr here = pool_.constant(i, k->type);
    unrolled_.emplace_back(k, here);
    around_.push_back({pool_.eq(k, here), nullptr});
    walk(l.body);
    around_.pop_back();
    unrolled_.pop_back();
  }
  around_.pop_back();
}

IterationGuard Walk::guard_here(Loc loc) {
  if (guards_.empty()) return {};
  return iteration_guard(pool_, guards_, binder(), program_.sections.back().trips, loc, prover_);
}

std::uint32_t Walk::place_number(const Node* node, const std::string& text, Loc loc,
                                 protocol::CallId call) {
  const auto [it, inserted] =
      place_of_.try_emplace(node, static_cast<std::uint32_t>(places_.size()));
  if (inserted) places_.push_back({text, loc, call});
  return it->second;
}

// Do the threads that walk here register as a whole warp? Threads that have left the kernel do not
// count; false: nobody is left.
bool Walk::joined(const Node* node, Expr alive, bool aligned, const std::string& text, Loc loc,
                  protocol::CallId call) {
  Lanes here, missing;
  for (std::uint32_t t : all_) {
    if (alive && !decided(value(alive, t), loc)) continue;
    (std::ranges::binary_search(lanes_, t) ? here : missing).push_back(t);
  }
  if (here.empty()) return false;
  if (missing.empty()) return true;
  if (!aligned)
    throw NotUnderstood("some threads of a warp register at '" + text + "' without the others",
                        loc);
  Misuse misuse{Misuse::Kind::part,
                place_number(node, text, loc, call),
                0,
                here.front(),
                missing.front(),
                nullptr};
  misuses_.push_back(misuse);
  return true;
}

void Walk::add(Operation operation, const IterationGuard& guard,
               const std::vector<std::int64_t>& ids, Loc loc) {
  const std::size_t size = std::lcm(ids.size(), guard.residues.size());
  if (size > max_table)
    throw NotUnderstood("a barrier whose id repeats only after many iterations", loc);
  operation.from = guard.from;
  operation.until = guard.until;
  operation.barriers.clear();
  for (std::size_t i = 0; i < size; ++i) {
    const std::int64_t id = ids[i % ids.size()];
    const bool valid = id >= 0 && id < named_barriers;
    if (!valid && guard.residues[i % guard.residues.size()]) {
      const auto known = std::ranges::any_of(misuses_, [&](const Misuse& m) {
        return m.kind == Misuse::Kind::id && m.place == operation.place && m.value == id;
      });
      if (!known)
        misuses_.push_back({Misuse::Kind::id, operation.place, id, lanes_.front(), 0, nullptr});
    }
    operation.barriers.push_back(valid && guard.residues[i % guard.residues.size()]
                                     ? static_cast<BarrierIndex>(id)
                                     : not_executed);
  }
  program_.sections.back().operations.push_back(std::move(operation));
  if (++steps_ > max_operations) throw NotUnderstood("too many barrier operations", loc);
}

void Walk::visit(const NodePtr& node, const protocol::Barrier& b) {
  if (b.scope != Scope::block || b.group_size != 0)
    throw NotUnderstood("'" + b.text + "' together with named barriers", b.loc);
  if (!joined(node.get(), b.alive, true, b.text, b.loc, b.call)) {
    program_.exited = true;
    return;
  }
  Operation op;
  op.place = place_number(node.get(), b.text, b.loc, b.call);
  add(std::move(op), guard_here(b.loc), {0}, b.loc);
}

void Walk::visit(const NodePtr& node, const protocol::NamedBarrier& b) {
  if (!joined(node.get(), b.alive, b.op.aligned, b.op.text, b.loc, b.call)) return;
  Operation op;
  op.kind =
      b.op.kind == core::NamedBarrier::Kind::sync ? Operation::Kind::sync : Operation::Kind::arrive;
  op.aligned = b.op.aligned;
  op.place = place_number(node.get(), b.op.text, b.loc, b.call);
  if (b.op.count) {
    Expr e = common(b.op.count, "the thread count of a barrier:", b.loc);
    const auto count = constant_value(e);
    if (!count)
      throw NotUnderstood(
          "the thread count '" + to_string(pool_, e) + "' of a barrier is not a constant", b.loc);
    if (*count <= 0 || *count % warp_size != 0) {
      misuses_.push_back({Misuse::Kind::count, op.place, *count, lanes_.front(), 0, nullptr});
      return;
    }
    op.count = static_cast<std::uint32_t>(*count);
  }
  Expr id = counted(common(b.op.id, "the id of a barrier:", b.loc));
  const auto ids = periodic_values(pool_, id, binder(), "the barrier id", b.loc, prover_);
  add(std::move(op), guard_here(b.loc), ids, b.loc);
}

void Walk::visit(const NodePtr&, const protocol::Mbarrier& b) {
  throw NotUnderstood("what mbarriers order", b.loc);
}

} // namespace heddle::barrier
