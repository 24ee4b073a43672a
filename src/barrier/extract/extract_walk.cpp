#include "barrier/extract/extract_walk.hpp"

#include "barrier/extract/extract_ended.hpp"
#include "core/meetings.hpp"
#include "protocol/each_node.hpp"
#include "protocol/infer/infer_nodes.hpp"
#include "protocol/loops.hpp"
#include "support/matrix_layout.hpp"

#include <algorithm>

namespace heddle::barrier {

namespace {

using protocol::make_node;

constexpr std::int64_t max_unrolled = 64;
constexpr std::int64_t max_unrolled_by_threads = 16;

} // namespace

WarpProgram Walk::run(const Unit& unit) {
  unit_ = unit;
  lanes_ = unit.threads;
  program_ = {};
  program_.sections.emplace_back();
  iteration_ = pool_.constant(0, Type::i64());
  walk(protocol_.root);
  if (open_copy_)
    throw NotUnderstood("a bulk copy that reports to no mbarrier", protocol_.kernel->loc);
  if (form_ != LoopForm::nested) straighten();
  return std::move(program_);
}

// Loops whose operations are all of threads that have left: nothing hangs on how often they run.
void Walk::straighten() {
  for (std::uint32_t i = 0; i < program_.sections.size(); ++i) {
    WarpSection& section = program_.sections[i];
    if (!section.trips || !section.operations.empty()) continue;
    section = {};
    for (Segment& s : program_.segments)
      if (s.section == i) s.iteration = pool_.constant(0, Type::i64());
  }
}

// Of the innermost loop section that is open.
Expr Walk::binder() const {
  if (flat_) return flat_->count;
  if (joined_) return joined_->count;
  const protocol::Loop* loop = program_.sections.back().loop;
  if (!loop) loop = outer_;
  return loop ? pool_.symbol_ref(loop->binder) : nullptr;
}

Walk::Counted Walk::counted(Expr e, const char* what, Loc loc) {
  if (outer_) return in_nest(e, what, loc);
  return {in_one_count(e), binder(), program_.sections.back().trips};
}

Expr Walk::in_one_count(Expr e) {
  if (flat_) return in_count(pool_, e, *flat_, prover_);
  return joined_ ? in_count(pool_, e, *joined_, prover_) : e;
}

Walk::Counted Walk::in_nest(Expr e, const char* what, Loc loc) {
  using Count = Operation::Count;
  Expr t = pool_.symbol_ref(outer_->binder), outer_trips = program_.outer_trips;
  const WarpSection& section = program_.sections.back();
  if (!section.loop) return {e, t, outer_trips, Count::outer};
  Expr k = pool_.symbol_ref(section.loop->binder);
  const bool by_t = protocol::mentions(e, t), by_k = protocol::mentions(e, k);
  if (!by_t) return {e, k, section.trips, Count::inner};
  if (!by_k) return {e, t, outer_trips, Count::outer};
  if (!protocol::mentions(section.trips, t)) {
    const SymbolId count = pool_.new_symbol(
        {"iteration", Type::i64(), heddle::Role::fresh, 0, 0, std::nullopt, outer_->loc});
    const Flattened flat{t, k, outer_trips, section.trips, pool_.symbol_ref(count)};
    Expr sum = in_count(pool_, e, flat, prover_);
    if (!protocol::mentions(sum, t) && !protocol::mentions(sum, k))
      return {sum, flat.count, pool_.mul(outer_trips, section.trips), Count::running};
  }
  throw NotUnderstood(std::string(what) + " '" + to_string(pool_, e) +
                          "' depends on the iterations of two loops in a way that is not known",
                      loc);
}

bool Walk::varies(Expr e) {
  if (flat_) return protocol::mentions(e, flat_->outer) || protocol::mentions(e, flat_->inner);
  if (joined_) return protocol::mentions(e, joined_->binder);
  if (outer_ && protocol::mentions(e, pool_.symbol_ref(outer_->binder))) return true;
  Expr k = binder();
  return k && protocol::mentions(e, k);
}

// Does a statement below `node` satisfy `wanted`?
bool Walk::contains(const NodePtr& node, bool (*wanted)(const protocol::Node&), Known& known) {
  if (!node) return false;
  if (auto it = known.find(node.get()); it != known.end()) return it->second;
  const auto below = [&](const NodePtr& part) { return contains(part, wanted, known); };
  bool found = wanted(*node);
  if (const auto* seq = std::get_if<protocol::Seq>(&node->node))
    found = std::ranges::any_of(seq->parts, below);
  else if (const auto* branch = std::get_if<protocol::If>(&node->node))
    found = below(branch->then_part) || below(branch->else_part);
  else if (const auto* loop = std::get_if<protocol::Loop>(&node->node))
    found = below(loop->body);
  known.emplace(node.get(), found);
  return found;
}

bool Walk::has_operation(const NodePtr& node) {
  const auto is_operation = [](const protocol::Node& n) {
    const auto* barrier = std::get_if<protocol::Barrier>(&n.node);
    return (barrier && barrier->scope >= Scope::block) ||
           std::holds_alternative<protocol::NamedBarrier>(n.node) ||
           std::holds_alternative<protocol::Mbarrier>(n.node);
  };
  return contains(node, is_operation, tables_.has_operation);
}

void Walk::walk(const NodePtr& node) {
  if (!node || lanes_.empty()) return;
  if (const auto* barrier = std::get_if<protocol::Barrier>(&node->node))
    if (barrier->scope == Scope::warp) return sync_warp(node, *barrier);
  if (!has_operation(node)) return never(node) ? void() : place(node);
  std::visit([&](const auto& n) { visit(node, n); }, node->node);
}

// Is it under a condition that the case rules out? (What threads alone decide is left to the
// accesses' own conditions, lest there be more roles than need be.)
bool Walk::never(const NodePtr& node) {
  const auto* branch = std::get_if<protocol::If>(&node->node);
  return branch && !branch->else_part && std::ranges::all_of(lanes_, [&](std::uint32_t t) {
           Expr cond = value(branch->cond, t);
           return cond->op != Op::constant && known(cond) == false;
         });
}

bool Walk::of_copy(const NodePtr& node) {
  const auto of_copies = [](const protocol::Node& n) {
    const auto* access = std::get_if<protocol::Access>(&n.node);
    return access && access->of_copy;
  };
  const auto of_threads = [](const protocol::Node& n) {
    const auto* access = std::get_if<protocol::Access>(&n.node);
    return access && !access->of_copy;
  };
  if (!contains(node, of_copies, tables_.of_copies)) return false;
  if (contains(node, of_threads, tables_.of_threads))
    throw NotUnderstood("a bulk copy that is not apart from other accesses", protocol_.kernel->loc);
  return true;
}

bool Walk::of_matrix(const NodePtr& node) {
  const auto of_matrices = [](const protocol::Node& n) {
    const auto* access = std::get_if<protocol::Access>(&n.node);
    return access && access->matrix;
  };
  const auto of_others = [](const protocol::Node& n) {
    const auto* access = std::get_if<protocol::Access>(&n.node);
    return access && !access->matrix;
  };
  if (!contains(node, of_matrices, tables_.of_matrices)) return false;
  if (contains(node, of_others, tables_.of_others))
    throw NotUnderstood("matrix products that are not apart from other accesses",
                        protocol_.kernel->loc);
  return true;
}

bool Walk::of_tensor_memory(const NodePtr& node) {
  bool found = false;
  protocol::each_access(node, [&](const protocol::Access& a) {
    found = found || protocol_.kernel->arrays[a.array].is_tensor;
  });
  return found;
}

// The accesses below `node` stand behind the operations so far, or are of the copy that the next
// one issues.
void Walk::place(const NodePtr& node, TensorPart tensor) {
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
  const bool of_tensor = tensor != no_tensor_part;
  const bool copy = !of_tensor && of_copy(node), matrix = !of_tensor && of_matrix(node);
  if (matrix) tables_.multiplying.insert(unit_.warp);
  if (!of_tensor && of_tensor_memory(node)) tables_.moving.insert(unit_.warp);
  const auto multiplies = [](std::uint32_t t) {
    return t % core::lanes_of_warp == multiplying_lane;
  };
  if (matrix && std::ranges::none_of(lanes_, multiplies)) return;
  if (copy) open_copy_ = guards_;
  program_.standing.emplace_back(section, index, node.get());
  auto& segments = program_.segments;
  Expr outer = outer_ ? pool_.cast(pool_.symbol_ref(outer_->binder), Type::i64()) : nullptr;
  Segment here{section, index,  iteration_, outer, {},
               copy,    matrix, tensor,     0,     marks_end(*protocol_.kernel, node),
               {}};
  Segment* open = open_segment(here);
  if (!open) {
    here.position = static_cast<std::uint32_t>(segments.size() + 1);
    open = &segments.emplace_back(std::move(here));
  }
  open->accesses.push_back(std::move(tree));
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

// What the case says of a condition.
std::optional<bool> Walk::known(Expr cond) {
  if (cond->op == Op::constant) return cond->value != 0;
  for (const auto& [decided, holds] : decisions_) {
    if (decided == cond) return holds;
    if (decided == pool_.logical_not(cond)) return !holds;
  }
  return std::nullopt;
}

bool Walk::decided(Expr cond, Loc loc) {
  if (const auto holds = known(cond)) return *holds;
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
    if (!yes.empty() && !no.empty() && !needs_warp(b.then_part, yes) &&
        !needs_warp(b.else_part, no))
      throw UnitSplit{yes};
    branch(nullptr, b.cond, b.then_part, std::move(yes));
    branch(nullptr, negated, b.else_part, std::move(no));
    return;
  }
  if (!same && !no.empty()) {
    Lanes rest; // for the others it is no matter of threads
    std::ranges::set_difference(lanes_, no, std::back_inserter(rest));
    if (!needs_warp(b.then_part, rest) && !needs_warp(b.else_part, lanes_))
      throw UnitSplit{std::move(rest)};
  }
  if (!same)
    throw NotUnderstood("the condition '" + to_string(pool_, b.cond) +
                            "' around a barrier may differ between the threads of a warp",
                        b.loc);
  if (varies(first)) {
    first = in_one_count(first);
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
  if (const Expr told = trips_told(l, cond)) return told;
  if (!threads_.uniform(cond))
    throw NotUnderstood("how often a loop around barriers runs ('" + to_string(pool_, cond) +
                            "') depends on values that are not known",
                        l.loc);
  if (is_false(cond)) return pool_.constant(0, Type::i64());
  return trip_count(pool_, cond, pool_.symbol_ref(l.binder), l.loc, prover_);
}

// How often all threads that walk here run a loop, where threads alone decide it, as in
// `for (i = lane; i < pieces; i += 32)`: those that run it more often than others go their own way.
std::optional<std::int64_t> Walk::trips_by_threads(const protocol::Loop& l) {
  const Expr k = pool_.symbol_ref(l.binder);
  for (std::int64_t i = 0; l.exact && i <= max_unrolled_by_threads; ++i) {
    const Expr cond = protocol::replace(pool_, l.cond, k, pool_.constant(i, k->type));
    Lanes yes, no;
    for (const std::uint32_t t : lanes_) {
      const Expr runs = value(cond, t);
      if (runs->op != Op::constant) return std::nullopt;
      (runs->value ? yes : no).push_back(t);
    }
    if (yes.empty()) return i;
    if (no.empty()) continue;
    if (needs_warp(l.body, yes)) return std::nullopt;
    throw UnitSplit{std::move(yes)};
  }
  return std::nullopt;
}

void Walk::visit(const NodePtr&, const protocol::Loop& l) {
  if (const auto few = trips_by_threads(l)) return unroll(l, *few);
  Expr trips = trips_of(l);
  const auto constant = constant_value(trips);
  if (constant && *constant <= max_unrolled) return unroll(l, *constant);
  if (outer_ && !program_.sections.back().loop) return enter_inner(l, trips);
  if (form_ == LoopForm::nested && !outer_) return enter_outer(l, trips);
  if (only_inner_loop(l) || binder()) tables_.nest = true;
  if (binder()) throw NotUnderstood("a loop with barriers inside a loop with barriers", l.loc);
  if (const protocol::Loop* inner = only_inner_loop(l)) return flatten(l, trips, *inner);
  if (follows_loop()) {
    tables_.adjacent = true;
    if (form_ == LoopForm::joined) return join(l, trips);
  }
  program_.sections.push_back({&l, trips, {}});
  iteration_ = pool_.cast(binder(), Type::i64());
  around_.push_back({nullptr, &l});
  walk(l.body);
  around_.pop_back();
  iteration_ = pool_.constant(0, Type::i64());
  program_.sections.emplace_back();
}

void Walk::enter_outer(const protocol::Loop& l, Expr trips) {
  if (program_.outer)
    throw NotUnderstood("a loop with barriers before or behind one that has loops with barriers in "
                        "it",
                        l.loc);
  outer_ = program_.outer = &l;
  program_.outer_trips = trips;
  program_.sections.push_back({nullptr, nullptr, {}, NestPart::block});
  around_.push_back({nullptr, &l});
  walk(l.body);
  around_.pop_back();
  outer_ = nullptr;
  program_.sections.push_back({nullptr, nullptr, {}, NestPart::after});
}

// Whether it runs at all is a case of its own: most of what can go wrong does so where it does not.
void Walk::enter_inner(const protocol::Loop& l, Expr trips) {
  Expr zero = pool_.constant(0, Type::i64());
  const bool same = !protocol::mentions(trips, pool_.symbol_ref(outer_->binder));
  if (same && !decided(pool_.lt(zero, trips), l.loc)) return;
  program_.sections.push_back({&l, trips, {}, NestPart::block});
  iteration_ = pool_.cast(binder(), Type::i64());
  around_.push_back({nullptr, &l});
  walk(l.body);
  around_.pop_back();
  iteration_ = zero;
  program_.sections.push_back({nullptr, nullptr, {}, NestPart::block});
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
  if (!found || trips_by_threads(*found)) return nullptr;
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

} // namespace heddle::barrier
